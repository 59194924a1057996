import { useCallback, useEffect, useState } from 'react';

interface Order {
  readonly id: number;
  readonly item: string;
}

const url = 'https://api.example/orders';

export function Orders() {
  const [orders, setOrders] = useState<readonly Order[]>();
  const [error, setError] = useState('');
  const load = useCallback(async () => {
    const response = await fetch(url);
    if (response.ok) setOrders(await response.json());
    else setError(`The orders cannot be loaded (${response.status})`);
  }, []);
  const add = async () => {
    const body = JSON.stringify({ id: 8, item: 'Chair' });
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    await load();
  };
  useEffect(() => {
    load().catch(() => setError('The server cannot be reached'));
  }, [load]);
  if (error !== '') return <p role="alert">{error}</p>;
  if (orders === undefined) return <p>Loading …</p>;
  return (
    <>
      <ul>
        {orders.map(({ id, item }) => (
          <li key={id}>{item}</li>
        ))}
      </ul>
      <button type="button" onClick={add}>
        Add a chair
      </button>
    </>
  );
}

import { useEffect, useState } from 'preact/hooks';

const narrow = matchMedia('(max-width: 720px)');

/** Returns whether the page has phone width. */
export function useIsNarrow(): boolean {
  const [is, setIs] = useState(narrow.matches);
  useEffect(() => {
    const look = () => setIs(narrow.matches);
    narrow.addEventListener('change', look);
    return () => narrow.removeEventListener('change', look);
  }, []);
  return is;
}

/**
 * Solves A x = b for a symmetric positive semi-definite A by Cholesky decomposition. A tiny ridge on the diagonal
 * keeps it solvable when columns depend on each other. `a` (row by row; its lower triangle is read) and `b` are
 * overwritten; `b` holds x afterwards.
 */
export function solveSymmetric(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  let scale = 0;
  for (let row = 0; row < size; row += 1) scale = Math.max(scale, at(a, row * size + row));
  const ridge = scale > 0 ? scale * 1e-10 : 1;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(a, row * size + column) + (row === column ? ridge : 0);
      for (let k = 0; k < column; k += 1) sum -= at(a, row * size + k) * at(a, column * size + k);
      a[row * size + column] = row === column ? Math.sqrt(Math.max(sum, ridge)) : sum / at(a, column * size + column);
    }
  }
  for (let row = 0; row < size; row += 1) {
    let sum = at(b, row);
    for (let k = 0; k < row; k += 1) sum -= at(a, row * size + k) * at(b, k);
    b[row] = sum / at(a, row * size + row);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = at(b, row);
    for (let k = row + 1; k < size; k += 1) sum -= at(a, k * size + row) * at(b, k);
    b[row] = sum / at(a, row * size + row);
  }
  return b;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}

import { CodeList } from './code-list.js';

/** UNTDID 5189 allowance codes, as EN 16931 restricts them. */
export const allowanceReasons = new CodeList(`
41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105
`);

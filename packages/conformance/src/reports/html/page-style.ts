export const pageStyle = `
:root{color-scheme:light dark;--back:#fff;--card:#f6f7f9;--line:#d9dce1;--text:#1b1f24;--soft:#5b6470;--link:#0b57d0;
--good:#146c2e;--goodback:#dff5e3;--bad:#a4161a;--badback:#fde3e1;--warn:#7a4b00;--warnback:#fdf0d0}
@media (prefers-color-scheme:dark){:root{--back:#14171b;--card:#1d2127;--line:#353b44;--text:#e7eaee;--soft:#a3acb8;--link:#8ab4f8;
--good:#7ddb95;--goodback:#173322;--bad:#ff9a94;--badback:#43191a;--warn:#f3c56b;--warnback:#3a2c0e}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:break-word;font:15px/1.5 system-ui,sans-serif;background:var(--back);color:var(--text)}
header,main{max-width:1200px;margin:0 auto;padding:16px 20px}
h1{font-size:22px;margin:0 0 4px}h2{font-size:18px;margin:32px 0 8px}h3{font-size:15px;margin:16px 0 4px}
a{color:var(--link)}
.soft{color:var(--soft)}
nav{display:flex;gap:16px;flex-wrap:wrap;margin-top:8px}
.tiles{display:flex;gap:12px;flex-wrap:wrap;margin:16px 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:8px 16px;min-width:110px}
.tile b{display:block;font-size:20px}
.filter{display:flex;gap:8px;flex-wrap:wrap;align-items:center;margin:8px 0;position:sticky;top:0;background:var(--back);padding:8px 0;z-index:1}
input,select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:4px 8px}
input[type=search]{min-width:260px;flex:1}
button{cursor:pointer}
details{border:1px solid var(--line);border-radius:8px;margin:6px 0;background:var(--back)}
details.fold{border-style:dashed}
details.workflow{content-visibility:auto;contain-intrinsic-size:auto 40px}
summary{cursor:pointer;padding:6px 10px;overflow-wrap:break-word}
.inside{padding:0 12px 10px;overflow-x:auto}
.badge{display:inline-block;border-radius:10px;padding:0 8px;font-size:12px;font-weight:600;background:var(--card);color:var(--soft);white-space:nowrap}
.passed,.proved,.held,.seen,.cleaned{--b:var(--goodback);--f:var(--good)}
.failed,.contradicted,.undocumented,.left{--b:var(--badback);--f:var(--bad)}
.flaky,.skipped,.not-run,.not-listed,.not-exercised,.unseen,.permanent{--b:var(--warnback);--f:var(--warn)}
.badge.passed,.badge.proved,.badge.held,.badge.seen,.badge.cleaned,.badge.failed,.badge.contradicted,.badge.undocumented,.badge.left,.badge.flaky,.badge.skipped,.badge.not-run,.badge.not-listed,.badge.not-exercised,.badge.unseen,.badge.permanent{background:var(--b);color:var(--f)}
.finding{border-left:3px solid var(--bad);padding:4px 10px;margin:6px 0;background:var(--card);overflow-wrap:break-word}
pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:8px;margin:4px 0;overflow:auto;max-height:420px;font:12.5px/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:normal}
code{font:12.5px ui-monospace,monospace}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;vertical-align:top;padding:5px 8px;border-bottom:1px solid var(--line);overflow-wrap:break-word}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td.number{white-space:nowrap}
[hidden]{display:none}
@media (max-width:600px){header,main{padding:12px}.tile{min-width:0;padding:6px 12px}input[type=search]{min-width:100%}
thead{display:none}table,tbody,tr,td{display:block}tr{border-bottom:1px solid var(--line);padding:6px 0}td{border:0;padding:2px 0}
td[data-head]::before{content:attr(data-head) ' ';color:var(--soft)}}
`.trim();

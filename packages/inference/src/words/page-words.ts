import type { PageValue } from '@understudy/model';

/** Names of the members beside the items of a list, without case and separators, by what they say about its page. */
export const pageValues: Readonly<Record<PageValue, string>> = {
  total:
    'total totalcount totalitems totalelements totalresults totalrecords numfound totalsize totalentries itemstotal totalrows',
  count: 'count numberofelements itemcount resultcount returned',
  page: 'page currentpage pagenumber pageno pageindex pagenum',
  size: 'perpage pagesize limit size itemsperpage',
  pages: 'pages totalpages lastpage pagecount numpages pagestotal',
  more: 'hasmore hasnext hasnextpage more ismore hasmoreitems truncated istruncated',
  done: 'done last islast islastpage',
  start: 'first isfirst isfirstpage',
  earlier: 'hasprevious hasprev haspreviouspage',
  offset: 'offset skip start startindex',
  end: 'end endindex',
  remaining: 'remainingitemcount',
};

/** Objects with such members. */
export const pageHolders =
  'meta metadata pagination paging pageinfo page link links responsemetadata cursor cursors resultset pages';

/** Members that lead to another page. */
export const onward =
  'next nextpage nexturl nexturi nextpageuri nextlink nextcursor nextpagetoken nexttoken nextpageurl endcursor ' +
  'continue continuationtoken after cursor iterator nextiterator nextmarker nextpagecursor nextoffset scrollid bookmark';

/** Members that lead to the page before. */
export const backward =
  'previous prev previouspage previousurl previouspageuri prevpage before prevcursor previouscursor previterator ' +
  'prevmarker prevpageurl previouspageurl';

/** Parts of names of members that lead by a token: to the next page, and to the page before. */
export const pageTokens = {
  onward: /token|cursor|continu|iterator|marker|scroll|bookmark|^after$/,
  backward: /cursor|token|iterator|marker|^before$/,
} as const;

/** Names of members with the address of a page: in a text, and in an object with a link. */
export const pageAddresses = {
  text: 'first firstpage firstpageuri last lastpageuri self uri',
  link: 'first firstpage firstlink last lastpage lastlink self selfpage selflink',
} as const;

/** Names of members with the address of a list without its page. */
export const listAddress = 'url';

/** Names of the members of a link with its address. */
export const linkMembers = 'href url uri link';

/** Parts of names of parameters with a token from the page before. Others, such as `after`, take any text. */
export const tokenParameters = /token|cursor|continu|iterator|scroll|bookmark/;

/** Names of headers about a list. */
export const listHeaders = { links: 'link', pages: 'xtotalpages' } as const;
export const totalHeaders = /totalcount$|^x?total$/;

/** The end of the name of a parameter whose first page is 0. */
export const zeroBasedPage = /index$/i;

/** Texts of lists whose newest records come first. */
export const saysNewestFirst: readonly RegExp[] = [
  /\b(?:most recent|most recently|newest|latest)\b[^.]{0,60}\bfirst\b|\breverse[- ]chronological|sorted by[^.]*descending/i,
  /\bdescending order (?:of|by|based on)\b[^.]{0,30}\b(?:creat|date|time)|\b(?:creation|created|date)\b[^.]{0,20}\bdescending\b/i,
  /\b\d+ most recent(?:ly)?\b/i,
];

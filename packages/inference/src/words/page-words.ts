import type { PageValue } from '@understudy/model';

/** Names of members next to the items of a list, by their meaning for pagination, without case and separators. */
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

/** Objects that contain such members. */
export const pageHolders =
  'meta metadata pagination paging pageinfo page link links responsemetadata cursor cursors resultset pages';

/** Members that refer to the next page. */
export const onward =
  'next nextpage nexturl nexturi nextpageuri nextlink nextcursor nextpagetoken nexttoken nextpageurl endcursor ' +
  'continue continuationtoken after cursor iterator nextiterator nextmarker nextpagecursor nextoffset scrollid bookmark';

/** Members that refer to the previous page. */
export const backward =
  'previous prev previouspage previousurl previouspageuri prevpage before prevcursor previouscursor previterator ' +
  'prevmarker prevpageurl previouspageurl';

/** Parts of member names with a page token: for the next page, and for the previous page. */
export const pageTokens = {
  onward: /token|cursor|continu|iterator|marker|scroll|bookmark|^after$/,
  backward: /cursor|token|iterator|marker|^before$/,
} as const;

/** Names of members with the URL of a page: as a string, and in a link object. */
export const pageAddresses = {
  text: 'first firstpage firstpageuri last lastpageuri self uri',
  link: 'first firstpage firstlink last lastpage lastlink self selfpage selflink',
} as const;

/** Names of members with the URL of a list, without a page. */
export const listAddress = 'url';

/** Names of the members with the URL in a link object. */
export const linkMembers = 'href url uri link';

/** Parts of names of parameters that take a token from a response. Others, such as `after`, accept any string. */
export const tokenParameters = /token|cursor|continu|iterator|scroll|bookmark/;

/** Names of headers with information about a list. */
export const listHeaders = { links: 'link', pages: 'xtotalpages' } as const;
export const totalHeaders = /totalcount$|^x?total$/;

/** Suffix of parameters whose first page is 0. */
export const zeroBasedPage = /index$/i;

/** Descriptions of lists that start with the newest records. */
export const saysNewestFirst: readonly RegExp[] = [
  /\b(?:most recent|most recently|newest|latest)\b[^.]{0,60}\bfirst\b|\breverse[- ]chronological|sorted by[^.]*descending/i,
  /\bdescending order (?:of|by|based on)\b[^.]{0,30}\b(?:creat|date|time)|\b(?:creation|created|date)\b[^.]{0,20}\bdescending\b/i,
  /\b\d+ most recent(?:ly)?\b/i,
];

export type MailboxProvider = {
  readonly id: string
  readonly name: string
  /** Whether senders learn from it which messages were marked as spam. Without that, zero complaints mean nothing. */
  readonly reportsComplaints: boolean
}

type Row = readonly [id: string, name: string, domains: string]

/**
 * Providers of mailboxes for the public, with their domains. `brand.{a b}` stands for `brand.a` and `brand.b`. Only domains that
 * one provider runs: `yahoo.co.jp` is another company than `yahoo.com`, and a company that rents mailboxes keeps its own domain.
 */
const rows: readonly Row[] = [
  ['google', 'Google', 'gmail.com googlemail.com'],
  [
    'microsoft',
    'Microsoft',
    `hotmail.{com fr de it es be nl at ch ca cl se dk no fi gr ie jp my ph sg hu cz sk lt lv rs co.uk co.jp co.kr co.th co.id co.il
    co.in co.nz co.za com.ar com.au com.br com.tr com.tw com.hk com.vn}
    live.{com fr de it be nl at ca cl cn se dk no fi ie hk in jp ru co.uk co.kr co.za com.ar com.au com.mx com.my com.ph com.pt com.sg}
    outlook.{com fr de it es be at ie in jp kr lv my ph pt sa sg sk cl cz dk hu co.id co.il co.nz co.th com.ar com.au com.br com.gr
    com.tr com.vn} msn.com windowslive.com passport.com livemail.tw`,
  ],
  [
    'yahoo',
    'Yahoo and AOL',
    `yahoo.{com fr de it es be nl at ca cl se dk no fi gr ie pl ro hu cz pt in cn co.uk co.in co.id co.th co.za co.nz co.il co.kr
    com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve com.vn}
    ymail.com rocketmail.com myyahoo.com aol.{com fr de it es at be nl ch se dk fi pl cz in jp cl co.uk com.ar com.au com.br com.co
    com.mx com.tr com.ve} aim.com netscape.net netscape.com love.com ygm.com games.com wow.com verizon.net compuserve.com cs.com`,
  ],
  ['apple', 'Apple', 'icloud.com me.com mac.com privaterelay.appleid.com'],
  ['orange', 'Orange', 'orange.fr wanadoo.fr'],
  [
    'free',
    'Free',
    'free.fr aliceadsl.fr libertysurf.fr freesbee.fr online.fr infonie.fr chez.com worldonline.fr nomade.fr',
  ],
  [
    'sfr',
    'SFR',
    `sfr.fr neuf.fr cegetel.net club-internet.fr numericable.fr numericable.com noos.fr 9online.fr estvideo.fr
    guideo.fr modulonet.fr mageos.com fnac.net waika9.com`,
  ],
  ['laposte', 'La Poste', 'laposte.net'],
  ['bouygues', 'Bouygues Telecom', 'bbox.fr'],
  [
    'gmx',
    'GMX, WEB.DE and mail.com',
    `gmx.{de net at ch com fr es it us eu org info biz li co.uk co.in com.my com.br ca cn hk ie lu ph pt ru se sg tm tw ws}
    web.de email.de caramail.com caramail.fr mail.com email.com usa.com europe.com asia.com myself.com consultant.com engineer.com
    accountant.com dr.com doctor.com lawyer.com post.com iname.com writeme.com techie.com cheerful.com contractor.net
    london.com berlin.com munich.com paris.com dublin.com berlinmail.de`,
  ],
  ['t-online', 'T-Online', 't-online.de magenta.de'],
  ['freenet', 'freenet', 'freenet.de'],
  ['vodafone-de', 'Vodafone Germany', 'arcor.de vodafone.de vodafonemail.de nexgo.de kabelmail.de'],
  ['ionos', 'IONOS', 'online.de onlinehome.de'],
  ['mailbox-org', 'mailbox.org', 'mailbox.org'],
  ['posteo', 'Posteo', 'posteo.de posteo.net posteo.org posteo.eu posteo.at posteo.ch posteo.me'],
  ['proton', 'Proton', 'proton.me protonmail.com protonmail.ch pm.me'],
  ['tuta', 'Tuta', 'tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me'],
  ['mail-ru', 'Mail.ru', 'mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru'],
  [
    'yandex',
    'Yandex',
    'yandex.{ru com by kz ua uz fr az lt lv ee md tm tj co.il com.am com.ge com.tr kg} ya.ru narod.ru',
  ],
  ['rambler', 'Rambler', 'rambler.ru rambler.ua lenta.ru autorambler.ru myrambler.ru ro.ru'],
  ['ukr-net', 'UKR.NET', 'ukr.net'],
  ['comcast', 'Comcast', 'comcast.net xfinity.com'],
  [
    'att',
    'AT&T',
    'att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net swbell.net snet.net flash.net nvbell.net prodigy.net currently.com',
  ],
  [
    'spectrum',
    'Spectrum',
    `charter.net spectrum.net rr.com roadrunner.com twc.com bresnan.net
    {nyc tampabay cfl nc sc austin rochester woh neo maine wi carolina ca san hawaii satx houston triad stny columbus cinci new}.rr.com`,
  ],
  ['cox', 'Cox', 'cox.net'],
  ['centurylink', 'CenturyLink', 'centurylink.net centurytel.net embarqmail.com q.com qwest.net'],
  ['optimum', 'Optimum', 'optonline.net optimum.net suddenlink.net'],
  ['frontier', 'Frontier', 'frontier.com frontiernet.net'],
  ['windstream', 'Windstream', 'windstream.net'],
  ['earthlink', 'EarthLink', 'earthlink.net mindspring.com peoplepc.com'],
  ['united-online', 'Juno and NetZero', 'juno.com netzero.net netzero.com'],
  ['rogers', 'Rogers and Shaw', 'rogers.com shaw.ca'],
  ['bell', 'Bell Canada', 'bell.net sympatico.ca'],
  ['telus', 'Telus', 'telus.net'],
  ['videotron', 'Vidéotron', 'videotron.ca'],
  ['cogeco', 'Cogeco', 'cogeco.ca'],
  ['bt', 'BT', 'btinternet.com btopenworld.com talk21.com'],
  ['sky', 'Sky', 'sky.com'],
  ['virgin-media', 'Virgin Media', 'virginmedia.com ntlworld.com blueyonder.co.uk virgin.net'],
  ['talktalk', 'TalkTalk', 'talktalk.net tiscali.co.uk lineone.net'],
  ['proximus', 'Proximus', 'proximus.be skynet.be'],
  ['telenet', 'Telenet', 'telenet.be pandora.be'],
  ['kpn', 'KPN', 'kpnmail.nl kpnplanet.nl planet.nl hetnet.nl xs4all.nl telfort.nl'],
  ['ziggo', 'Ziggo', 'ziggo.nl home.nl casema.nl upcmail.nl quicknet.nl'],
  ['swisscom', 'Swisscom', 'bluewin.ch bluemail.ch'],
  ['sunrise', 'Sunrise', 'sunrise.ch hispeed.ch'],
  ['a1', 'A1', 'aon.at a1.net'],
  ['italiaonline', 'Libero and Virgilio', 'libero.it virgilio.it inwind.it iol.it blu.it giallo.it'],
  ['tim', 'TIM', 'tim.it alice.it tin.it'],
  ['tiscali', 'Tiscali', 'tiscali.it'],
  ['aruba', 'Aruba', 'aruba.it'],
  ['fastweb', 'Fastweb', 'fastwebnet.it'],
  ['movistar', 'Movistar', 'telefonica.net movistar.es terra.es'],
  ['vodafone-es', 'Vodafone Spain', 'ono.com'],
  ['sapo', 'SAPO', 'sapo.pt'],
  ['wp', 'WP and o2', 'wp.pl o2.pl tlen.pl go2.pl prokonto.pl'],
  [
    'onet',
    'Onet',
    'onet.pl onet.eu op.pl vp.pl poczta.onet.pl poczta.onet.eu autograf.pl buziaczek.pl spoko.pl vip.onet.pl',
  ],
  ['interia', 'Interia', 'interia.pl interia.eu poczta.fm intmail.pl'],
  ['seznam', 'Seznam', 'seznam.cz email.cz post.cz spoluzaci.cz'],
  ['centrum', 'Centrum', 'centrum.cz atlas.cz volny.cz centrum.sk'],
  ['freemail-hu', 'Freemail', 'freemail.hu'],
  ['abv', 'ABV', 'abv.bg'],
  ['telia', 'Telia', 'telia.com'],
  ['online-no', 'Telenor', 'online.no'],
  ['mynet', 'Mynet', 'mynet.com'],
  ['walla', 'Walla', 'walla.co.il walla.com'],
  ['uol', 'UOL and BOL', 'uol.com.br bol.com.br'],
  ['terra', 'Terra', 'terra.com.br terra.com'],
  ['ig', 'iG', 'ig.com.br'],
  ['globo', 'Globo', 'globo.com globomail.com'],
  ['telstra', 'Telstra', 'bigpond.com bigpond.net.au'],
  ['optus', 'Optus', 'optusnet.com.au'],
  ['spark', 'Spark', 'xtra.co.nz'],
  ['qq', 'QQ', 'qq.com vip.qq.com foxmail.com'],
  ['netease', 'NetEase', '163.com 126.com yeah.net 188.com vip.163.com vip.126.com vip.188.com'],
  ['sina', 'Sina', 'sina.com sina.cn vip.sina.com'],
  ['sohu', 'Sohu', 'sohu.com'],
  ['china-mobile', 'China Mobile', '139.com'],
  ['china-telecom', 'China Telecom', '189.cn'],
  ['aliyun', 'Alibaba', 'aliyun.com'],
  ['naver', 'Naver', 'naver.com'],
  ['kakao', 'Daum and Kakao', 'daum.net hanmail.net kakao.com'],
  ['yahoo-japan', 'Yahoo! Japan', 'yahoo.co.jp ymail.ne.jp'],
  ['docomo', 'NTT Docomo', 'docomo.ne.jp'],
  ['au', 'au (KDDI)', 'ezweb.ne.jp au.com'],
  ['softbank', 'SoftBank', 'softbank.ne.jp i.softbank.jp ybb.ne.jp'],
  ['rediff', 'Rediffmail', 'rediffmail.com rediff.com'],
  ['zoho', 'Zoho', 'zoho.com zoho.eu zoho.in zohomail.com zohomail.eu zohomail.in'],
  ['fastmail', 'Fastmail', 'fastmail.com fastmail.fm fastmail.net fastmail.org fastmail.co.uk fastmail.de sent.com'],
  ['hey', 'HEY', 'hey.com'],
]

/** They have no feedback loop, or one that names a rate and no message. */
const silent = new Set(['google', 'apple', 'proton', 'tuta', 'att', 'united-online'])

export function readProviders(): ReadonlyMap<string, MailboxProvider> {
  const found = new Map<string, MailboxProvider>()
  for (const [id, name, domains] of rows) {
    const provider = { id, name, reportsComplaints: !silent.has(id) }
    for (const domain of expand(domains)) found.set(domain, provider)
  }
  return found
}

/** Between the braces stand lists, outside of them whole domains and the two ends of each list's domains. */
function expand(patterns: string): string[] {
  const found: string[] = []
  const pieces = patterns.split(/[{}]/)
  for (let at = 0; at < pieces.length; at += 2) {
    const outside = pieces[at]!.split(/\s/)
    const brand = at + 1 < pieces.length ? outside.pop()! : ''
    const ending = pieces[at + 2]?.split(/\s/, 1)[0] ?? ''
    found.push(...outside.slice(at === 0 ? 0 : 1).filter(Boolean))
    for (const part of pieces[at + 1]?.trim().split(/\s+/) ?? []) found.push(`${brand}${part}${ending}`)
  }
  return found
}

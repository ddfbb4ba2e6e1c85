/**
 * The vocabulary used around codes, in lower case. Most entries are stems that match the beginning of a word, so that
 * one entry covers all forms of the word.
 */
const listed = (words: string): readonly string[] => words.split(/\s+/).filter((word) => word !== '')

/** Words for a code. Germanic languages append them to others, as in "Anmeldecode". */
export const heads = new Set(
  listed(`code codes passcode passcodes otp totp pin pins tan mtan kode koden koder kod kodu kodem kody kodunuz kodun kodunuzu koduna kód
  kódu kódem codigo código códigos clave codice codici koodi koodin koodisi koodia koodit код кода коду коде кодом коды пин пин-код
  пароль пароля κωδικός κωδικό κωδικού κωδικοσ otp-code رمز الرمز رمزك كود الكود كودك קוד הקוד קודך कोड ओटीपी पिन şifre
  şifreniz şifresi parola parolanız password passwort kennwort adgangskode lösenord passord salasana hasło heslo contraseña senha wachtwoord
  mot mã`),
)

/** Words for permanent passwords. They count as codes only next to a word that limits them to a single use. */
export const passwords = new Set(
  listed(`password passwort kennwort пароль пароля şifre şifreniz şifresi parola parolanız adgangskode lösenord passord salasana hasło
  heslo contraseña senha wachtwoord mot motdepasse clave`),
)

export const compoundHeads = listed('code kode koden kod koden koodi koodisi passwort passord lösenord adgangskode')

/** Words that name a code’s purpose. */
export const purposes =
  listed(`verif vérif weryfik ověř overov confirm conferm bestät bekräft bekræft bekreft vahvist potwierd potvrz
  secur sicherheit sécur segur sicurezz säkerhet sikkerhed sikkerhet turvallis bezpiecz bezpečn güvenlik auth authent autent identif
  login log-in signin sign-in sign logon anmeld inlog inlogg logowan přihlaš přihlášen connexion acceso accesso acesso access zugang zugriff
  toegang adgang tilgang kirjautum giriş one-time onetime single-use einmal unique monouso jednoraz jednoráz engångs engang kertakäyttö
  tek eenmalig temporary temporär activat activación ativaç attivaz aktiv aktywac two-factor 2fa mfa tfa reset recovery wiederherstell zwei
  doğrulama onay подтвержд проверочн одноразов безопасност вход входа входу авториз верифик підтвердж одноразов безпеки перевірочн
  επαλήθευσ επιβεβαίωσ ασφαλεί μίας σύνδεσ التحقق التأكيد الأمان الدخول المصادقة التفعيل אימות האימות האבטחה אבטחה כניסה הכניסה חד
  सत्यापन पुष्टि सुरक्षा लॉगिन otp tan mtan device apparaat gerät xác nhập đăng bảo`)

/** Purposes that bookings and orders have as well. Their confirmation numbers are not one-time codes. */
export const confirmations =
  listed(`confirm conferm bestät bekräft bekræft bekreft vahvist potwierd potvrz onay подтвержд підтвердж
  επιβεβαίωσ التأكيد पुष्टि xác`)

export const bookings = listed(
  `booking reservation réservation reserva prenotazione buchung bestellung order trip flight stay`,
)

/** A code with one of these purposes, such as a promo code, is not a one-time code. */
export const otherPurposes =
  listed(`promo promocional promocyjn werbe aktions discount rabat rabais remise réduc reduc descuento sconto
  desconto korting sleva slevov alennus indirim kampanj voucher coupon cupón cupom buono gutschein kupon kupong gift card cadeau geschenk
  prezent referral zip postal postais poczt poštov pošt posta postnumm area country dial international error fehler erreur errore erro fout
  błęd chyb fel feil fejl virhe hata ошибк помилк status exit http response qr bar barras barre streck strich viiva source quell källa
  kild lähde dress morse sort swift bic iban branch fiscal fiscale tax product produkt produit producto prodotto produto item article
  colour color farb couleur conduct building penal civil route tracking sendungs shipment booking buchungs réservation reserva prenotazione
  order bestell reservation giảm khuyến bưu đơn скидк промо почтовы поштов знижк штрих ошибки έκπτωσ προσφορ ταχυδρομικ σφάλματος خصم الخصم البريدي
  خطأ הנחה ההנחה קופון מיקוד שגיאה छूट पिनकोड डाक त्रुटि page review language currency charge hs ean vat vat`)

/** Words skipped inside a compound name, as in "código de la promoción". */
export const particles = new Set(
  listed(`de di da do du des del della dello d of for the la le les el il lo a à para per pour für för til till voor na do o za ei
  για του της لـ של`),
)

/** Words that mean that something can be used only once. Next to one of them, a password counts as a code. */
export const once =
  listed(`one once single einmal solo uso unique monouso jednoraz jednoráz engang engångs kertakäyttö tek eenmalig
  temporary temporär temporaire одноразов otp μίας חד`)

export const numberWords = listed(
  `number numéro número numero номер numer číslo numara numarası số αριθμός αριθμό رقم מספר नंबर nummer`,
)

/** Words for things that have numbers, prices or dates. These are not codes. */
export const thingsWithNumbers =
  listed(`order orders invoice customer account ticket case booking reservation reference ref tracking
  shipment parcel phone telephone tel call fax hotline mobile zip vat iban article item sku total amount ending version bestell auftrag
  rechnung kunde konto sendung telefon plz betrag summe commande facture client compte suivi téléphone montant pedido factura cliente
  cuenta seguimiento teléfono importe ordine fattura conto spedizione importo encomenda fatura telefone valor bestelling factuur klant
  pakket bedrag zamówieni faktur klient przesyłk kwota objednáv zákazn zásilk částka beställning belopp ordre pakke beløb beløp tilau
  lasku asiakas lähety summa sipariş müşteri kargo tutar заказ счет счёт клиент посылк телефон сумма замовлення рахунок клієнт
  παραγγελί τιμολόγι πελάτ δέμα τηλέφων ποσό طلب الطلب طلبك فاتورة الفاتورة العميل الشحنة هاتف المبلغ הזמנה ההזמנה חשבונית לקוח משלוח
  טלפון סכום đơn ऑर्डर चालान ग्राहक फोन राशि`)

/** Endings of Germanic and Finnish compounds: "Kundennummer", "tilausnumero". */
export const compoundNumbers = listed('nummer numero leitzahl')

/** Verbs that may precede a code that has no label, as in "Use 482913 to sign in". */
export const uses = new Set(
  listed(`use enter type verwende verwenden nutze nutzen utilisez utilise saisissez entrez usa utiliza introduce
  ingresa introduzca inserisci usare digite insira utilize gebruik użyj wpisz použijte zadejte ange använd brug indtast bruk käytä
  syötä введите используйте введіть використайте sie`),
)

/** Words that may connect a code that has no label with its purpose. */
export const usePurposes = new Set(
  listed(`to for zum zur um für pour afin para per por om voor aby do pro för til чтобы для щоб`),
)

/** Words used in offers. A code near one of these is a voucher, unless its label names a purpose. */
export const offers =
  /discount|\d ?%|\bsale\b|\bsave\b|checkout|voucher|coupon|promo|rabat|gutschein|einlös|redeem|réduction|remise|descuento|sconto|desconto|korting|slev[ay]|alennu|indirim|скидк|знижк|έκπτωση|خصم|הנחה|छूट|割引|クーポン|할인|쿠폰|优惠|折扣|優惠/

/** The words between a label and its code: "your code is", "le code est le". */
export const links = new Set(
  listed(
    `is are be ist lautet sind est le sont es son è é jest to brzmi je zní är lyder er on là — είναι هو هي הוא היא है हैं este`,
  ),
)

/** The words between a code and its label: "482913 is your code", "use 482913 as". */
export const backLinks = new Set(
  listed(`is as ist als lautet est comme es como è come é er är som on to je jako это ваш є це είναι ως هو كـ הוא है आपका is your dein ihr votre
  tu uw din jouw twój váš tvůj olarak te is`),
)

/**
 * Terms in scripts without spaces between words. Longer terms come first, because the first alternative that matches
 * wins.
 */
export const wordsInRuns =
  /(?<not>クーポンコード|割引コード|エラーコード|qrコード|バーコード|商品コード|ソースコード|国コード|ドレスコード|プロモーションコード|招待コード|優待コード|郵便番号|注文番号|ご注文番号|請求書番号|電話番号|追跡番号|会員番号|予約番号|お問い合わせ番号|할인 ?코드|쿠폰 ?코드|프로모션 ?코드|오류 ?코드|qr ?코드|바코드|소스 ?코드|우편 ?번호|주문 ?번호|송장 ?번호|운송장|전화 ?번호|고객 ?번호|예약 ?번호|优惠代?码|折扣代?码|優惠代?碼|折扣代?碼|邮政编码|郵遞區號|郵政編碼|订单号码?|訂單編號|訂單號碼|订单编号|发票号码?|發票號碼|快递单号|运单号|物流单号|追蹤號碼|电话|電話|客户编号|客戶編號|错误代码|錯誤代碼|二维码|二維碼|条形码|條碼|源代码|区号|區號|รหัสส่วนลด|รหัสไปรษณีย์|หมายเลขคำสั่งซื้อ|หมายเลขพัสดุ)|(?<code>認証コード|確認コード|認証番号|検証コード|セキュリティコード|セキュリティ コード|ワンタイムパスワード|ワンタイムコード|暗証番号|パスコード|ログインコード|ログイン コード|サインインコード|本人確認コード|인증 ?번호|인증 ?코드|확인 ?코드|보안 ?코드|로그인 ?코드|일회용 ?비밀번호|일회용 ?코드|验证码|校验码|动态码|动态密码|动态口令|一次性密码|一次性代码|安全码|安全代码|登录码|登录代码|确认码|激活码|验证代码|驗證碼|驗證代碼|認證碼|校驗碼|動態密碼|一次性密碼|一次性代碼|安全碼|安全代碼|登入碼|登入代碼|確認碼|啟用碼|รหัสยืนยัน|รหัสรักษาความปลอดภัย|รหัสเข้าสู่ระบบ|รหัสผ่านแบบใช้ครั้งเดียว|รหัสผ่านครั้งเดียว|รหัส ?otp)|(?<weak>コード|코드|รหัส)/g

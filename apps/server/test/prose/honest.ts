import { seededRandom } from '@stillhere/engine'

// Honest texts: sentences that sites and agents ask people to approve, in fourteen languages. Sentences, names and amounts are
// hand-written; a seeded draw puts them together. {who} {shop} {sum} {no} {day} are filled in.
const LANGUAGES: Record<string, { who: string; shop: string; sum: string; no: string; day: string; texts: string[] }> =
  {
    English: {
      who: 'Eve|Zoë|Ada Lovelace|O’Brien|Jean-Luc|the team of Ms. Müller',
      shop: 'shop.example|Acme & Sons|O2|7-Eleven|GitHub|H&M',
      sum: '€10|1,250.00 USD|$7|10 000 EUR|£99.99|1,000,000 JPY',
      no: '2026-0117|#42|A-7|9f2c1e7|1.4.2|INV/2026/11',
      day: '2026-11-19|19 November|Monday, 9:30 am|11/19/2026|Q4|tomorrow',
      texts: [
        'Pay {sum} to {who} for invoice {no}',
        'Deploy {no} to production (rollback: {day})',
        'Sign in to {shop} as {who}',
        'Delete the account of {who} at {shop}? This can’t be undone!',
        'Transfer {sum} + 2.5% fee — order {no}, due {day}',
        'Share “Budget 2026” with {who} until {day}; e-mail: eve@shop.example',
      ],
    },
    German: {
      who: 'Jürgen Groß|Zoë|Frau Weiß|Ödön|Anna-Lena|die Löwen GmbH & Co. KG',
      shop: 'müller.example|Bäckerei Süß|O2|ÖBB|Straßenbahn|Käse & Co.',
      sum: '10 €|1.250,00 EUR|99,99 €|10 000 EUR|1.000.000 €|7 Euro',
      no: '2026-0117|Nr. 42|A-7|§ 5 Abs. 2|1.4.2|R/2026/11',
      day: '19.11.2026|19. November|Montag, 9:30 Uhr|Ende Dezember|morgen|KW 47',
      texts: [
        '{sum} an {who} überweisen, Rechnung {no}',
        'Bestellung {no} bei {shop} für {sum} bestätigen',
        'Wohnung mit 50 m² ab {day} mieten: {sum}',
        'Zugang für {who} zu „Große Pläne“ erlauben',
        'Konto von {who} bei {shop} löschen – endgültig?',
        'Abstimmen: Maßnahme {no}, gültig ab {day} (±2 %)',
      ],
    },
    Spanish: {
      who: 'María Núñez|José|Íñigo|la señora Peña|Zoé|Ángel & hijos',
      shop: 'tienda.example|Año Nuevo S. A.|El Corte|Café Piñón|GitHub|Vueling',
      sum: '10 €|1.250,00 EUR|99,99 €|$7|10 000 pesos|1.000.000 €',
      no: '2026-0117|n.º 42|A-7|9f2c1e7|1.4.2|F/2026/11',
      day: '19/11/2026|el lunes|9:30 h|mañana|fin de año|el 3.º día',
      texts: [
        'Pagar {sum} a {who} por la factura {no}',
        '¿Borrar la cuenta de {who} en {shop}?',
        '¡Última oportunidad! Confirmar {no} antes de {day}',
        'Iniciar sesión en {shop} como {who}',
        'Compartir «Presupuesto» con {who} hasta {day}',
        'Comprar 2 entradas (fila B, 12 y 13) por {sum}',
      ],
    },
    French: {
      who: 'Zoé|François Lefèvre|Hélène|M. d’Artagnan|Noël|l’équipe Œuvre',
      shop: 'boutique.example|Crédit Côté|La Poste|Hôtel d’Été|GitHub|Cœur & Cie',
      sum: '10 €|1 250,00 EUR|99,99 €|7 euros|10 000 EUR|1 000 000 €',
      no: '2026-0117|nº 42|A-7|9f2c1e7|1.4.2|F/2026/11',
      day: '19/11/2026|lundi|9 h 30|demain|fin décembre|le 1er mai',
      texts: [
        'Payer {sum} à {who} pour la facture {no}',
        'Supprimer le compte de {who} chez {shop} ?',
        'Se connecter à {shop} en tant que {who}',
        'Partager « Été 2026 » avec {who} jusqu’au {day}',
        'Réserver une chambre à {shop} : {sum} par nuit',
        'Déployer la version {no} en production, {day}',
      ],
    },
    Turkish: {
      who: 'Ayşe Yılmaz|Işıl|İbrahim|Gökçe Kılıç|Ömer|Ağaoğlu A.Ş.',
      shop: 'Kapı Pazarı|İş Bankası|Çarşı|GitHub|Altın Ev|dükkan.example',
      sum: '10 ₺|1.250,00 TL|99,99 €|7 lira|10 000 TL|1.000.000 TL',
      no: '2026-0117|No: 42|A-7|9f2c1e7|1.4.2|F/2026/11',
      day: '19.11.2026|Pazartesi|saat 9:30|yarın|yıl sonu|3 Aralık',
      texts: [
        '{who} için {sum} öde, fatura {no}',
        '{shop} hesabına {who} olarak gir',
        'Kapıyı {day} aç, {who} geliyor',
        '{who} hesabını {shop} üzerinden sil?',
        'Sipariş {no}: {sum} (%18 KDV dahil)',
        '“Altın” dosyasını {who} ile paylaş',
      ],
    },
    Russian: {
      who: 'Сара|Анна Каренина|Пётр Асеев|Оса|магазин «Роса»|Ольга',
      shop: 'Google|Сбербанк|магазин.рф|Apple Pay|ООО «Сор»|IKEA',
      sum: '10 ₽|1 250,00 руб.|99,99 €|7 EUR|10 000 рублей|1 000 000 ₽',
      no: '2026-0117|№ 42|А-7|9f2c1e7|1.4.2|Ф/2026/11',
      day: '19.11.2026|в понедельник|9:30|завтра|до конца года|3 мая',
      texts: [
        'Перевести {sum} получателю по имени {who}, счёт {no}',
        'Войти в Google с iPhone ({day})',
        'Оплатить {sum} с карты VISA, а не со счёта: {shop}',
        'Удалить учётную запись {who} у нас и у партнёров?',
        'Купить USB-кабель в {shop} за {sum}',
        'Открыть доступ для {who} к «Планы 2026», а также её отделу',
      ],
    },
    Ukrainian: {
      who: 'Оксана Ґалаґан|Іван і Марія|Соломія|Зоряна|Їжакевич|ТОВ «Роса»',
      shop: 'Приват24|крамниця.укр|Google|Укрпошта|Нова пошта|Rozetka',
      sum: '10 ₴|1 250,00 грн|99,99 €|7 EUR|10 000 гривень|1 000 000 грн',
      no: '2026-0117|№ 42|Б-7|9f2c1e7|1.4.2|Ф/2026/11',
      day: '19.11.2026|у понеділок|о 9:30|завтра|до кінця року|3 травня',
      texts: [
        'Сплатити {sum} на користь {who}, рахунок {no}',
        'Увійти до {shop} і підтвердити пристрій {no}',
        'Видалити обліковий запис: {who}?',
        'Поділитися текою «Плани» з {who} до {day}',
        'Купити ім’я домену в {shop} за {sum}',
        'Підписати угоду {no} і надіслати її {day}',
      ],
    },
    Greek: {
      who: 'Ελένη Παππά|ο Νίκος|η Ζωή|Άννα Ιωάννου|Γιώργος|κα Οικονόμου',
      shop: 'Εθνική Τράπεζα|Google|μαγαζί.ελ|IKEA|Skroutz|ΔΕΗ',
      sum: '10 €|1.250,00 EUR|99,99 €|7 ευρώ|10 000 EUR|1.000.000 €',
      no: '2026-0117|αρ. 42|Α-7|9f2c1e7|1.4.2|Τ/2026/11',
      day: '19/11/2026|τη Δευτέρα|στις 9:30|αύριο|έως το τέλος|3 Μαΐου',
      texts: [
        'Πληρωμή {sum} προς {who} για το τιμολόγιο {no}',
        'Σύνδεση στο {shop} ως {who}',
        'Διαγραφή του λογαριασμού: {who};',
        'Κοινή χρήση του «Σχέδιο» με {who} έως {day}',
        'Αγορά από το κατάστημα {shop} · σύνολο {sum}',
        'Υπογραφή της σύμβασης {no}, ο πελάτης συμφωνεί',
      ],
    },
    Hebrew: {
      who: 'דוד לוי|שרה|רות כהן|משה|יוסי|נועה בר-און',
      shop: 'בנק הפועלים|Google|החנות|PayPal|קפה גן|עיריית חיפה',
      sum: '10 ₪|1,250.00 ש״ח|99.99 EUR|7 שקלים|10,000 ₪|1,000,000 ₪',
      no: '2026-0117|מס׳ 42|ב-7|9f2c1e7|1.4.2|117',
      day: '19.11.2026|יום שני|בשעה 9:30|מחר|סוף השנה|3 במאי',
      texts: [
        'לשלם {sum} אל {who} עבור חשבונית {no}',
        'להתחבר אל {shop} בתור {who}',
        'למחוק את החשבון של {who}?',
        'לשתף את "תקציב" עם {who} עד {day}',
        'לקנות בין 10 ל-20 ספרים תמורת {sum}',
        'לאשר את ההזמנה {no} של {who} אצל {shop}',
      ],
    },
    Arabic: {
      who: 'أحمد علي|سارة|محمد بن سعيد|ليلى|شركة النور|فاطمة',
      shop: 'بنك مصر|Google|المتجر|PayPal|سوق الجمعة|البريد',
      sum: '10 ريال|1,250.00 USD|99.99 EUR|7 دنانير|10,000 جنيه|1,000,000 درهم',
      no: '2026-0117|رقم 42|ب-7|9f2c1e7|1.4.2|117',
      day: '19/11/2026|يوم الاثنين|الساعة 9:30|غدًا|نهاية السنة|3 مايو',
      texts: [
        'دفع {sum} إلى {who} عن الفاتورة {no}',
        'تسجيل الدخول إلى {shop} باسم {who}',
        'هل تريد حذف حساب {who}؟',
        'مشاركة «الميزانية» مع {who} حتى {day}',
        'شراء 3 كتب من {shop} بمبلغ {sum}، مع الشحن',
        'الموافقة على الطلب {no} من {who}',
      ],
    },
    Hindi: {
      who: 'अनिता शर्मा|राज|श्री वर्मा|प्रिया|मोहन लाल|ज़ारा',
      shop: 'भारतीय बैंक|Google|दुकान|PayPal|किताब घर|रेलवे',
      sum: '₹10|1,25,000 रुपये|₹99.99|7 रुपये|10,000 रुपये|₹10,00,000',
      no: '2026-0117|सं. 42|क-7|9f2c1e7|1.4.2|117',
      day: '19/11/2026|सोमवार|9:30 बजे|कल|साल के अंत तक|3 मई',
      texts: [
        '{who} को {sum} का भुगतान करें, बिल {no}',
        '{shop} में {who} के नाम से साइन इन करें',
        'क्या {who} का खाता हटाना है?',
        '“बजट” को {who} के साथ {day} तक साझा करें।',
        '{shop} से 3 किताबें {sum} में खरीदें',
        'अनुबंध {no} पर हस्ताक्षर करें (अंतिम दिन {day})',
      ],
    },
    Japanese: {
      who: '田中さん|山田 花子|サラ|佐々木様|アンナ・リー|株式会社ロータス',
      shop: '楽天市場|Google|カフェ二番|ネット口座|東京タワー|Amazon',
      sum: '¥1,000|10,000円|99.99 USD|7ユーロ|1,000,000円|￥500',
      no: '2026-0117|No.42|A-7|9f2c1e7|1.4.2|117号',
      day: '2026年11月19日|月曜日|9:30|明日|年末|5月3日',
      texts: [
        '{who}に{sum}を支払う（請求書{no}）',
        '{shop}に{who}としてログインしますか？',
        'iPhoneのPDFを{who}と共有する',
        'コーヒー一杯とケーキ二つを{shop}で注文',
        '注文「{no}」を{day}までに承認、合計{sum}',
        'アカウントを削除：{who}、元に戻せません！',
      ],
    },
    Chinese: {
      who: '王小明|李女士|张伟|陳大文|阿里·木|北京一二三公司',
      shop: '淘宝|Google|中国银行|微信支付|書店|京东商城',
      sum: '¥1,000|10,000元|99.99 USD|7欧元|1,000,000元|￥500',
      no: '2026-0117|第42号|A-7|9f2c1e7|1.4.2|117',
      day: '2026年11月19日|星期一|9:30|明天|年底|五月三日',
      texts: [
        '向{who}支付{sum}（发票{no}）',
        '以{who}的身份登录{shop}？',
        '把《预算》分享给{who}，直到{day}。',
        '删除{who}的账户：无法恢复！',
        '在{shop}购买3本书，共{sum}',
        '批准部署版本{no}；审批人：{who}',
      ],
    },
    Korean: {
      who: '김민수|이영희 님|박 대리|사라|최지우|(주)한빛',
      shop: '카카오뱅크|Google|우체국|네이버|책방|쿠팡',
      sum: '₩1,000|10,000원|99.99 USD|7유로|1,000,000원|500원',
      no: '2026-0117|42번|A-7|9f2c1e7|1.4.2|117',
      day: '2026년 11월 19일|월요일|9:30|내일|연말|5월 3일',
      texts: [
        '{who}에게 {sum}을 보냅니다 (청구서 {no})',
        '{shop}에 {who}(으)로 로그인할까요?',
        'PDF를 {who}와 {day}까지 공유',
        '{who}의 계정을 삭제: 되돌릴 수 없습니다!',
        '{shop}에서 책 3권을 {sum}에 구매',
        '계약 {no}에 서명, 마감 {day}',
      ],
    },
  }

/** Honest texts, `each` of every language, all different. */
export function listHonest(each: number, seed: number): { language: string; text: string }[] {
  const random = seededRandom(seed)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  return Object.entries(LANGUAGES).flatMap(([language, { texts, ...slots }]) => {
    const found = new Set<string>()
    for (let nth = 0; found.size < each; nth++)
      found.add(
        (texts[nth % texts.length] ?? '').replaceAll(/\{(\w+)\}/g, (_, slot: keyof typeof slots) =>
          pick(slots[slot].split('|')),
        ),
      )
    return [...found].map((text) => ({ language, text }))
  })
}

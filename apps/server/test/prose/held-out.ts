// Written before the rule and not looked at while it was made: how it does on texts that it was not made for.

/** Deceptive. */
export const HELD_OUT_DECEPTIVE = [
  'Transfer 500 EUR to Аnnа',
  'Buy shares of Αpple',
  'Allow access for ехсо',
  'Wire 9000 USD to ВОЕ',
  'Send 40 EUR to ΡΑΥ',
  'Log in to gооgle.example',
  'Log in to раса.example',
  'Delete repo ѕоре/арі',
  'Grant admin to јоѕе',
  'Überweise 900 EUR an сосо',
  'Payer 900 EUR à сера',
  'Pagar 900 EUR a роса',
  'Pay 1\u00B4000 EUR',
  'Pay 1\u02BC000 EUR',
  'Pay 1\u2032000 EUR',
  'Pay 1\u30FB000 EUR',
  'Pay 1\uFF0C000 EUR',
  'Pay 1\u3001000 EUR',
  'Pay 1_000 EUR',
  'Pay 1 000.000 000 EUR',
  'Pay 1.000.000,000,000 EUR',
  'Pay 1O0 EUR',
  'Pay I00 EUR',
  'Pay 1 OOO EUR',
  'Pay З00 EUR',
  'Pay 10\u2070 EUR',
  'Pay 10\u00B3 EUR',
  'Pay \u2460\u24EA EUR',
  'Pay \u{1F101}\u{1F100} EUR',
  'Pay 1\u0660\u0660 EUR',
  'Pay ７ EUR',
  'Pay 5 ೦ EUR',
  'Pay \u0967\u0966 EUR to Eve',
  'Pay 1\u20E3 EUR',
  'Pay 1\u0335 EUR',
  'Pay 1\u0332000 EUR',
  'Pay 10 ם 00 EUR to Eve',
  'Send to אבא 100 EUR, not 5',
  'Pay ريال 500 to Eve and 3',
  'Pay 7 EUR\u061C to Eve',
  'Pay 7 EUR\u2061 to Eve',
  'Pay 7 EUR\u180E to Eve',
  'Pay 7 EUR\u115F to Eve',
  'Pay 7\u3000EUR to Eve',
  'Pay 7\u1680EUR to Eve',
  'Pay 7 EUR to Eve\u{1D173}',
  'Pay 7 EUR to E\u{E0100}ve',
  'Pay 7 EUR to ᴇve',
  'Pay 7 EUR to Ｅve',
  'Pay 7 EUR to Ⓔve',
  'Pay 7 EUR to ℯve',
  'Pay 7 EUR to ᵉve',
  'Pay 7 EUR to ⲉve',
  'Pay 7 EUR to 𐐯ve',
  'Pay 7 EUR to ꓰve',
  'Pay 7 EUR ▇▇▇▇ Done',
  'Pay 7 EUR ══════ Signed',
  'Pay 7 EUR ✔ Signed',
  'Visit shop.example⁄pay',
  'Visit shop․example',
]

/** Honest, ten of each of ten languages. */
export const HELD_OUT_HONEST = `
Approve the merge of feature/login into main
Let Claude read the calendar of Anne-Marie for 2 weeks
Book flight LH 2026 from Berlin to San José on 3 May, 412.50 EUR
Run the database migration 0045 (adds 2 columns)
Subscribe to "The Economist", $12.99/month
Post on behalf of @eve: "We're hiring!"
Send 0.05 ETH to the treasury of Acme, Inc.
Give the intern read access to s3://reports/2026
Cancel order #1001 & refund £20
Café au lait, 3 × 4.50 CHF = 13.50 CHF
Vertrag 4711 mit der Stadtwerke Köln GmbH unterschreiben
Kündigung zum 31.12.2026 bestätigen
Fräulein Lüdemann darf den Schlüssel abholen
Bis zu 5'000 CHF pro Tag abheben
Lieferung: 3–5 Tage, „Express“ kostet 9,90 € mehr
Zahlung von 1 234 567,89 EUR freigeben
Alle Fotos (etwa 1.200) löschen?
Newsletter der Süddeutschen abbestellen
Stimme für Kandidat Nr. 3 abgeben
WLAN-Zugang für Gäste: 24 Stunden
Autorizar el préstamo de 3.500 € a 24 meses
Reservar mesa para 4 en «La Niña», a las 21:30
Enviar el paquete nº 88 a Bogotá, Colombia
¿Permitir que el agente lea tus correos?
Cambiar la contraseña de la cuenta de Begoña
Comprar acciones de Iberdrola: 100 a 11,25 €
Firmar el contrato de alquiler del piso 3.º B
Eliminar 25 archivos de la carpeta "Vacaciones"
Donar 5 € a Médicos sin Fronteras
Aprobar el gasto del equipo: 1 200 €
Valider le virement de 1 500 € vers le compte d’Aïcha
Renouveler l’abonnement : 9,99 € par mois
Autoriser l’agent à lire l’agenda de Loïc
Effacer les 12 fichiers du dossier « Vacances »
Commander 2 pizzas, 1 salade et 3 cafés
Signer le bail de l’appartement nº 7
Envoyer le colis à Orléans avant le 24/12
Accepter les conditions générales de vente (v2)
Donner 20 € à la Croix-Rouge
Voter pour la liste n° 3
Разрешить агенту читать почту Сергея
Продлить подписку на год за 1 990 ₽
Перевести 500 рублей со счёта на карту
Удалить 25 файлов из папки «Отпуск»
Подписать договор аренды квартиры № 7
Отправить посылку в Казань до 24.12
Обновить сервер до версии 2.0.1
Оса и Роса: два билета в театр
Проголосовать за список № 3
Вход через Telegram с нового устройства
Επιτρέψτε στον βοηθό να διαβάζει την αλληλογραφία
Ανανέωση συνδρομής για ένα έτος, 19,90 €
Μεταφορά 500 ευρώ στον λογαριασμό της Μαρίας
Διαγραφή 25 αρχείων από τον φάκελο «Διακοπές»
Υπογραφή μισθωτηρίου, διαμέρισμα 7
Αποστολή δέματος στην Πάτρα έως 24/12
Ενημέρωση του διακομιστή στην έκδοση 2.0.1
Δύο εισιτήρια για το θέατρο, σειρά Β
Ψήφος για το ψηφοδέλτιο 3
Είσοδος μέσω Telegram από νέα συσκευή
לאפשר לסוכן לקרוא את הדואר של יעל
לחדש את המנוי לשנה, 199 ₪
להעביר 500 שקלים לחשבון של מרים
למחוק 25 קבצים מהתיקייה "חופשה"
לחתום על חוזה שכירות, דירה 7
לשלוח חבילה לאילת עד 24.12
לעדכן את השרת לגרסה 2.0.1
שני כרטיסים לתיאטרון, שורה 3
להצביע עבור רשימה 3
כניסה דרך Telegram ממכשיר חדש
السماح للوكيل بقراءة بريد ليلى
تجديد الاشتراك لمدة سنة، 199 ريالًا
تحويل 500 درهم إلى حساب مريم
حذف 25 ملفًا من مجلد «العطلة»
توقيع عقد الإيجار، شقة 7
إرسال طرد إلى جدة قبل 24/12
تحديث الخادم إلى الإصدار 2.0.1
تذكرتان للمسرح، الصف 3
التصويت للقائمة 3
الدخول عبر Telegram من جهاز جديد
एजेंट को राधा का मेल पढ़ने दें
एक साल के लिए सदस्यता बढ़ाएँ, ₹199
मीना के खाते में 500 रुपये भेजें
“छुट्टी” फ़ोल्डर से 25 फ़ाइलें हटाएँ
किराये के अनुबंध पर हस्ताक्षर करें, मकान 7
24/12 से पहले जयपुर पार्सल भेजें
सर्वर को संस्करण 2.0.1 में बदलें
नाटक के दो टिकट, पंक्ति 3
सूची 3 के लिए वोट दें
नए फ़ोन से Telegram में प्रवेश
エージェントにメールを読むことを許可
年間プランを更新（税込¥1,990）
田中さんの口座に500円を送金
「休暇」フォルダーの25ファイルを削除
賃貸契約に署名、7号室
12/24までに札幌へ荷物を発送
サーバーをバージョン2.0.1に更新
演劇のチケット二枚、3列目
名簿3番に投票
新しい端末からTelegramにログイン
允许助手读取李雷的邮件
续订一年会员，199元
向韩梅梅的账户转账500元
删除“假期”文件夹中的25个文件
签署租房合同，7号房
12月24日前把包裹寄到成都
把服务器升级到2.0.1版
两张话剧票，第3排
给3号候选人投票
用新手机登录Telegram
`
  .trim()
  .split('\n')

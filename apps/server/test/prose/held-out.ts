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

// The second lists were written after the rule, measured once (93 of 105 refused, 106 of 109 accepted), and then learned from.

/** Deceptive: alphabets, numbers, directions, blanks, drawings and addresses. */
export const SECOND_DECEPTIVE = [
  'Bezahle 500 EUR an \u0410nna',
  'Paga 90 EUR a \u0421\u043E\u0441\u043E',
  'Pay 50 EUR to \u041E\u0420\u0415\u0421',
  'Pay 50 EUR to \u041D\u041E\u0422\u0422\u0415 today',
  'Acheter 3 parts de \u0422\u0415\u0405\u0421\u041E',
  'Send the report to \u0455\u0441\u043E\u0440\u0435',
  'Allow \u0430\u0440\u0440\u04CF\u0435 to read your mail',
  'Sign in at \u0440\u0430\u0443.example',
  'Open w\u0456k\u0456\u0440\u0435d\u0456\u0430.example',
  'Give \u039D\u0399\u039A\u0395 access to the shop',
  'Trust the key of \u039C\u0391\u03A7',
  'Invite \u0396\u039F\u0395 to the team',
  'Send 10 EUR to \u03BD\u03AF\u03BD\u03BF',
  'Add \u0455\u0430\u0455\u04BB\u0430 as owner',
  'Merge the branch of \u0458\u0430\u0440\u0435',
  'Buy from \u0585\u057D\u0578',
  'Pay 5 EUR to \u13E2\u13AA\u13E9',
  'Pay 5 EUR to \uA4D1\uA4EE\uA4EC',
  'Pay 5 EUR to \u2CA3\u2C9F\u2CA1',
  'Pay 5 EUR to \u{1D404}\u{1D42F}\u{1D41E}',
  'Pay 5 EUR to \u{1D508}\u{1D533}\u{1D522}',
  'Pay 5 EUR to \u{1F134}\u{1F145}\u{1F134}',
  'Pay 5 EUR to \u{1F1EA}\u{1F1FB}\u{1F1EA}',
  'Log in to \u0261oogle.example',
  'Log in to face\u0185ook.example',
  'Log in to \u01BFaypal.example',
  'Log in to g\u1ECD\u1ECDgle.example',
  'Log in to paypa\u1E37.example',
  'Log in to \u0430mazon.example',
  'Pay \uFB01ve EUR to Eve',
  'Pay 1\u02B9000 EUR',
  'Pay 1\uA78C000 EUR',
  'Pay 10\uA4F8000 EUR',
  'Pay 10\u066C000 EUR',
  'Pay 10\uFE50000 EUR',
  'Pay 10\u00B8000 EUR',
  'Pay 10\u02CC000 EUR',
  'Pay 10.000,000.00 EUR',
  'Pay 1,00.000 EUR',
  'Pay 1O,OOO EUR',
  'Pay l,000 EUR',
  'Pay 5OO EUR to Eve',
  'Pay $I0 to Eve',
  'Pay \u0967000 EUR',
  'Pay 1\u07C0\u07C0 EUR',
  'Pay \u09EA00 EUR',
  'Pay \u01BC00 EUR',
  'Pay \u01B700 EUR',
  'Pay \u042700 EUR',
  'Pay \u043100 EUR',
  'Pay 1\u00D80 EUR',
  'Pay 1\u00B0\u00B0\u00B0 EUR',
  'Pay 1\u00BA0 EUR',
  'Pay 10\u207A\u00B2 EUR',
  'Pay 1\u101D\u101D EUR',
  'Pay 1 \u101D\u101D\u101D EUR',
  'Pay 1\u12D0\u12D0 EUR',
  'Pay 1 \u12D0\u12D0\u12D0 EUR',
  'Pay 1\u0B20\u0B20 EUR',
  'Pay 1\u0585\u0585 EUR',
  'Pay 1\u0E50\u0E50 EUR',
  'Pay 1\u3147\u3147 EUR',
  'Pay \u31630 EUR',
  'Pay 1\u05E10 EUR',
  'Pay \u05D500 EUR',
  'Pay 1\uFE0F\u20E30\uFE0F\u20E3 EUR',
  'Pay \u32BF EUR to Eve',
  'Pay \u2169 EUR to Eve',
  'Pay \u00BD0 EUR to Eve',
  'Pay 10\u034F000 EUR',
  'Pay 10\u200E000 EUR',
  'Pay 10\u2007000 EUR',
  'Pay 10 EUR\u2028to Eve',
  'Pay 10 EUR\u0085to Eve',
  'Pay 10 EUR to Eve\uFFA0',
  'Pay 10 EUR to\u17B5 Eve',
  'Pay 10 EUR to Eve\uFEFF',
  'Pay 10 EUR to E\u200Cve',
  'Pay 10\u03360 EUR',
  'Pay 10 E\u0337UR',
  'Pay 10 \u05E8 00 EUR to Eve',
  'Pay 1 \u05D1, 2000 \u05D2 to Eve',
  'To: \u05E9\u05DC\u05D5\u05DD 500 EUR',
  'Sign in at \u05D0\u05D1\u05D2.example/500/900',
  'Pay \u0634 5 EUR or 900 EUR',
  'Pay 900 EUR \u2022\u2022\u2022\u2022\u2022\u2022\u2022\u2022 Signed',
  'Pay 900 EUR \u2026\u2026\u2026\u2026\u2026 Signed',
  'Pay 900 EUR ******** Signed',
  'Pay 900 EUR\n\n\n\nCancelled',
  'Pay 900 EUR \u2612 Cancelled',
  'Pay 900 EUR \u23AF\u23AF\u23AF\u23AF Cancelled',
  'Pay 900 EUR \u2713 Verified by your bank',
  'Open bank.example\u2236443',
  'Open https:\u29F8\u29F8bank.example',
  'Open bank\u3002example',
  'Open bank\u00B7example',
  'Open bank\u2022example',
  'Open bank\u2010login.example',
  'Open bank\u2212login.example',
  'Write to eve\uFF20bank.example',
  'Open bank.example\u4E36pay',
  'Оплатить 500 рублей: C\u0431epбанк',
  'Войти на сайт caxap.рф',
  'Перевести деньги: компания Pecypc',
  'Πληρωμή 500 € προς NIKO\u03A3',
]

/** Honest, in fifty languages and more. */
export const SECOND_HONEST = `
Release v2.3.0-rc.1 to 5% of users
Rotate the API key ending in …9f3c
Refund $1,299.00 to the card ending 4242
Grant Zoë O’Neill admin on *.internal.example
Merge pull request #1187: “Fix NaN in totals (≥ 2 rows)”
Schedule a call: 9:00–9:30 (UTC+2), Tue 3 Nov
Raise the limit from 10 to 10,000 requests/min
Ship 2 × AA batteries & 1 × 9V
Sell 12.5 MSFT @ 410.25 USD
Restart db-01, db-02 and db-03?
Send 0x71C7…976F 0.25 ETH
Delete C:\\Users\\eve\\Desktop
Überweise 49,99 € (Rg.-Nr. 2026/4711) an Stadtwerke Süd
Termin am 3. 11. um 14.30 Uhr bei Dr. Öztürk bestätigen
Darlehen über 250.000 € mit 3,75 % Zins annehmen
Die Straße „Am Süßen Grund 7a“ als Adresse speichern
Passwort für max.mustermann@firma.example zurücksetzen
Acepto pagar 1.299,00 € en 12 cuotas
¡Enhorabuena, Íñigo! ¿Canjear 3.000 puntos?
Compartir ubicación con Lucía (1 h)
Dar de baja la línea 600 123 456
Régler 1 299,00 € en 3 fois sans frais
Confirmer l’envoi à Hélène d’Ormesson, 12 bis rue de l’Église
Accès à la boîte mail de Noé : autoriser ?
Résilier l’offre « Fibre 2 Gb/s »
Pagare 1.299,00 € a Società Idrica S.p.A.
Approvare la modifica: perché è più veloce
L’agente può leggere l’agenda di Nicolò?
Pagar R$ 1.299,90 ao João, fatura n.º 88
Excluir a conta? Não há como desfazer.
Autorizar transferência para Conceição & Filhos
Betaal € 1.299,00 aan Van ’t Hof B.V.
Toegang geven tot agenda van Loïs en Daniël
Betal 1 299 kr til Bjørn Ødegård
Godkänn överföring på 1 299,50 kr till Åsa Öberg
Hyväksy 1 299,00 € maksu: Jäätelö Oy
Zapłać 1 299,00 zł firmie Łódź Środa sp. z o.o.
Usuń konto użytkownika Świętosław Źdźbło?
Zaplatit 1 299,00 Kč na účet č. 123-456789/0100
Příliš žluťoučký kůň: smazat 25 souborů
Zaplatiť 12,99 € za Ľubicu Ďurišovú
Fizetés: 12 990 Ft, Szűcs Győző részére
Plătește 1.299,00 lei către Ștefan Țăranu
Plati 1.299,00 € podjetju Črešnja d.o.o.
Plati 99 kn trgovini Đurđevac
Sokėti į paskyrą: Žąsėlė Ūkis, 12,99 €
Apmaksāt 12,99 € uzņēmumam Šķērsiela
Maksa 12,99 € ettevõttele Õunapuu
Greiða 12.990 kr. til Þórðar Æ. Ðe
Bayar Rp 1.299.000 ke Budi untuk faktur 42
Lipa KSh 1,299 kwa Wanjiku
Biyan ₦1,299 zuwa ga Ƙasimu Ɗanladi
San ₦1,299 fún Ọláolú Ṣàngó
Thanh toán 1.299.000 ₫ cho Nguyễn Thị Hương
Đăng nhập vào GitHub bằng điện thoại mới?
Xóa 25 tệp trong thư mục “Ảnh cưới”
Öde: 1.299,00 TL, Iğdır Şubesi
Ödeniş: 12,99 AZN, Əli Həsənov
To‘lov: 12 990 so‘m, O‘tkir G‘ulomov
Оплатить 1 299,00 ₽ с карты «Мир»
Удалить ветку feature/login в GitHub?
Доступ к 1С:Бухгалтерия для Алёны до 31.12
Перевод 500 ₽ Хосе и Саре
Разрешить Claude отправить письмо в ООО «Рога и копыта»
Подписать акт № 7 от 03.11.2026 (2 экз.)
Сплатити 1 299,00 ₴ за комунальні послуги
Надати доступ Ірині Єрмак до теки «Звіти»
Плаща 12,99 лв. на Щерю Ъгълов
Изтриване на профила на Явор?
Плати 1.299,00 дин. Ђорђу и Љубици
Уплати 99 ден. на Ѓорѓи Ќосев
Төлөө 1 299 сом, Өмүрбек
Төлеу: 12 990 ₸, Ұлжан Қасымқызы
Πληρωμή 1.299,00 € στην Ελένη Μπίρη
Να διαγραφεί ο λογαριασμός; (δεν αναιρείται)
Μεταφορά 50 € από το IBAN GR16 σε τρίτο
Այո, վճարել 12 990 դրամ Արամին։
გადახდა 12,99 ₾ ნინოს, ანგარიში 42
לשלם 1,299.00 ₪ לחברת החשמל
האם למחוק את הקובץ report.pdf?
תשלום של 50% מהסכום עד 3 בנובמבר
ادفع 1,299 درهمًا إلى شركة الكهرباء، الفاتورة 42
هل تسمح لـ Claude بقراءة التقويم؟
پرداخت 12,990 تومان به می‌خواهم شاپ
آیا حساب کاربری حذف شود؟
بل نمبر 42 کے لیے 1,299 روپے ادا کریں
प्रिया को ₹1,299.00 भेजें?
UPI से ₹99 का भुगतान, आर्डर #42
বিল 42 এর জন্য ৳1,299 পরিশোধ করুন
ரூ. 1,299 செலுத்து: மின் கட்டணம்
విద్యుత్ బిల్లు 42 కోసం ₹1,299 చెల్లించండి
ವಿದ್ಯುತ್ ಬಿಲ್ ₹1,299 ಪಾವತಿಸಿ
വൈദ്യുതി ബിൽ ₹1,299 അടയ്ക്കുക
ਬਿਜਲੀ ਬਿੱਲ ₹1,299 ਭਰੋ
વીજળી બિલ ₹1,299 ચૂકવો
විදුලි බිල රු. 1,299 ගෙවන්න
จ่าย 1,299.00 บาท ให้ร้านน้ำชา
ຈ່າຍ 12,990 ກີບ ໃຫ້ ນາງ ແກ້ວ
បង់ប្រាក់ 1,299 រៀល ទៅ សុខា
မီတာခ 1,299 ကျပ် ပေးပါ
የመብራት ክፍያ 1,299 ብር ይከፈል
12,990円をヤマト運輸へ支払う（送料込み）
Slackの「#開発」に投稿しますか？
エアコンを26℃にする
支付宝付款¥1,299.00给“小米之家”
允许 Claude 读取你的日历（30天）
將檔案「報告.pdf」刪除？
전기 요금 1,299원을 결제할까요?
김철수 님에게 “회의록” 공유 (3일간)
`
  .trim()
  .split('\n')

/**
 * Passwords of at least eight characters that guessers try first: those of leaked lists, and those of Vietnamese
 * keyboards. Folded: lower case, letters and digits only.
 */
const listed = `
password password1 password12 password123 password1234 passw0rd p4ssword mypassword
qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertyuiop123 qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qaz2wsx3edc qazwsxedc qazwsx123 zaq12wsx 1qazxsw2
iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu123 ilovemyself welcome1 welcome123 letmein1 letmein123 admin123 admin1234
administrator abc12345 abcd1234 abc123456 a1b2c3d4 aa123456 aa12345678 a12345678 a123456789 qq123456 abcdefgh abcdefghi
sunshine princess football baseball superman batman123 starwars trustno1 whatever computer internet samsung1 samsung123
iphone123 liverpool manchester chelsea1 arsenal1 barcelona realmadrid ronaldo7 ronaldo123 messi1010 michael1 jordan23
dragon123 monkey123 master123 shadow123 charlie1 jennifer changeme secret123 test1234 testtest hello123 helloworld
google123 facebook facebook1 youtube123 zalo1234 zalo12345 tiktok123 lovelove loveyou1 forever1 happy123 money123
matkhau1 matkhau12 matkhau123 matkhau1234 matkhau12345 matkhaumoi matkhaucuatoi khongcopass khongcomatkhau
anhyeuem anhyeuem1 anhyeuem123 anhyeuemnhieu emyeuanh emyeuanh1 emyeuanh123 yeuemnhieu yeuanhnhieu yeuemmaimai
tinhyeucuatoi tinhyeu123 yeuthuong nhoemnhieu nhoanhnhieu conyeume conyeubo bomeyeucon giadinhtoi giadinhlaso1
vietnam1 vietnam123 vietnamvodich toilanguoiviet hanoi123 saigon123 saigon79 hochiminh danang123 haiphong1
nguyen123 nguyenvan nguyenthi tran1234 minhanh1 tuananh1 thanhtung ngocanh1 ngocanh123 quynhanh hoanganh
dienthoai dienthoai1 dienthoaivui smember1 smember123 thegioididong khachhang dangnhap dangnhap1 taikhoan taikhoan1
quenmatkhau motnamhai motnammuoi mothaiba mothaibabonnam namsaubay chocolate cocacola butterfly spiderman pokemon1 naruto123
doraemon doremon1 nobita123 conan123 onepiece trasua123 hoahongdo hoaanhdao bonghong xuongrong thiensu1 thienthan
phatphat phatloc68 phattai88 locphat68 locphat6868 thanhcong tienoi123 giausang1 hanhphuc hanhphuc1 binhan123 maimaimotinhyeu
`

const common: ReadonlySet<string> = new Set(listed.trim().split(/\s+/))

/**
 * Whether guessers try a folded password first: it is listed, one sign repeated, digits in a row, a word twice, or a
 * listed one followed by digits.
 */
export function isCommon(folded: string): boolean {
  if (common.has(folded) || common.has(folded.replace(/\d+$/, ''))) return true
  if (/^(.{1,4})\1+$/.test(folded)) return true
  return ascending.includes(folded) || descending.includes(folded)
}

const ascending = '01234567890123456789 abcdefghijklmnopqrstuvwxyz'
const descending = '98765432109876543210 zyxwvutsrqponmlkjihgfedcba'

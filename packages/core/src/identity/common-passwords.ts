/**
 * What attackers try first and is long enough to pass, in lower case: the French and English heads of the public frequency lists.
 * Short on purpose; what protects the others is the pace of tries.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `0000000000 000000000000 0123456789 0987654321 1111111111 111111111111 1122334455 1212121212 1234512345 123123123123 1231231234
  1234554321 1234567890 12345678900 123456789a 1234567891 12345678910 123456789012 1234567899 1234qwerasdf 123qweasdzxc
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 2222222222 5555555555 6666666666 7777777777 8888888888 9876543210 9999999999 aaaaaaaaaa
  abcd123456 abcd1234567 abcdefghij abcdefghijk administrateur administrator admin123456 admin12345 administration
  asdfasdfasdf asdfghjkl; asdfghjkl1 azerty1234 azerty12345 azerty123456 azerty123456789 azertyuiop azertyuiop1 azertyuiop123
  azertyuiopqsdfghjklm bienvenue1 bienvenue123 bonjour123 bonjour1234 changeme123 chocolat123 computer123 doudou1234 doudoudoudou
  football123 iloveyou12 iloveyou123 jetaime123 jetaimejetaime letmein123 letmein1234 liverpool1 loulou1234 marseille13 motdepasse
  motdepasse1 motdepasse12 motdepasse123 nicolas123 p@ssw0rd123 passpasspass passw0rd123 password00 password01 password10 password11
  password12 password123 password1234 password12345 password123456 passwordpassword princesse1 princess12 q1w2e3r4t5
  q1w2e3r4t5y6 qazwsxedcrfv qsdfghjklm qwerty1234 qwerty12345 qwerty123456 qwerty123456789 qwertyqwerty qwertyuiop qwertyuiop1
  qwertyuiop123 qwertyuiop[] restaurant restaurant1 restaurant123 sunshine123 superman123 test123456 testtest123 welcome123
  welcome1234 zaq12wsxcde3 zxcvbnm123 zxcvbnm,./`.split(/\s+/),
);

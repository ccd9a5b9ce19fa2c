/// Names in the scripts of several languages, with the Latin spelling for email addresses.
enum SeedNames {
    private struct Language {
        /// The text between the two names.
        var separator = " "
        var familyFirst = false
        let given: [(name: String, latin: String)]
        let family: [(name: String, latin: String)]
    }

    static func draw(using random: inout some RandomNumberGenerator) -> (name: String, mailName: String) {
        guard let language = languages.randomElement(using: &random),
            let given = language.given.randomElement(using: &random),
            let family = language.family.randomElement(using: &random)
        else { return ("Maya", "maya") }
        let names = language.familyFirst ? [family.name, given.name] : [given.name, family.name]
        return (names.joined(separator: language.separator), "\(given.latin).\(family.latin)")
    }

    private static let languages = [
        Language(
            given: [
                ("Maya", "maya"), ("Liam", "liam"), ("Grace", "grace"), ("Noah", "noah"), ("Zoë", "zoe"),
                ("Jordan", "jordan"), ("Imani", "imani"), ("Theo", "theo"),
            ],
            family: [
                ("Carter", "carter"), ("O'Brien", "obrien"), ("Brooks", "brooks"), ("Lindqvist", "lindqvist"),
                ("Okafor", "okafor"), ("Whitfield", "whitfield"),
            ]),
        Language(
            given: [
                ("José", "jose"), ("Lucía", "lucia"), ("Martín", "martin"), ("Ximena", "ximena"), ("Íñigo", "inigo"),
                ("Camila", "camila"),
            ],
            family: [
                ("Muñoz", "munoz"), ("García Pérez", "garcia"), ("Ibáñez", "ibanez"), ("Quispe", "quispe"),
                ("Domínguez", "dominguez"),
            ]),
        Language(
            familyFirst: true,
            given: [("Thị Hương", "huong"), ("Văn Đức", "duc"), ("Minh Anh", "minhanh"), ("Ngọc", "ngoc")],
            family: [("Nguyễn", "nguyen"), ("Trần", "tran"), ("Lê", "le"), ("Phạm", "pham")]),
        Language(
            separator: "", familyFirst: true,
            given: [("娜", "na"), ("伟", "wei"), ("思雨", "siyu"), ("浩然", "haoran"), ("静怡", "jingyi")],
            family: [("李", "li"), ("王", "wang"), ("陈", "chen"), ("欧阳", "ouyang")]),
        Language(
            separator: "", familyFirst: true,
            given: [("민준", "minjun"), ("서연", "seoyeon"), ("지우", "jiwoo"), ("하은", "haeun")],
            family: [("김", "kim"), ("박", "park"), ("최", "choi"), ("정", "jung")]),
        Language(
            given: [("Ольга", "olga"), ("Дмитро", "dmytro"), ("Соломія", "solomiia"), ("Тарас", "taras")],
            family: [("Шевченко", "shevchenko"), ("Коваль", "koval"), ("Мельник", "melnyk")]),
        Language(
            given: [("ليلى", "layla"), ("عمر", "omar"), ("نور", "nour"), ("يوسف", "yousef")],
            family: [("حداد", "haddad"), ("منصور", "mansour"), ("الخطيب", "alkhatib")]),
        Language(
            given: [("अनन्या", "ananya"), ("रोहन", "rohan"), ("प्रिया", "priya"), ("अर्जुन", "arjun")],
            family: [("शर्मा", "sharma"), ("पटेल", "patel"), ("अय्यर", "iyer")]),
    ]
}

/// The domains under which only educational institutions can register names, such as `edu`, `ac.uk` and `edu.ar`.
///
/// A name directly below a suffix belongs to an institution, but the suffix does not show to which institution.
/// Second-level domains with open registration, such as `edu.pl`, `edu.kg` or `ac.nz`, are omitted. Their institutions
/// count only if they are in a list of universities.
public struct AcademicSuffixes: Sendable {
    private let suffixes: Set<String>

    /// - Parameter suffixes: Lower-case domains without a leading dot.
    public init(_ suffixes: some Sequence<String>) {
        self.suffixes = Set(suffixes)
    }

    func contains(_ domain: String) -> Bool { suffixes.contains(domain) }

    /// A value without suffixes, so that only listed institutions count.
    public static let none = AcademicSuffixes([])

    /// `edu`, and the `edu.*` and `ac.*` domains with restricted registration.
    public static let builtIn: AcademicSuffixes = {
        let edu = """
            af ar au az ba bb bd bh bn bo br bs bt bz ci cn co cu do dz ec eg es et fj ge gh gn gt gy hk hn ht in iq jm \
            jo kh ki km kn kw ky kz lb lc lk lr lv ly mg mk ml mm mn mo mt mv mw mx my mz ng ni np om pa pe ph pk pr \
            ps pt py qa sa sb sd sg sn so ss st sv sy tj tm to tr tt tw ua uy ve vn ws ye za
            """
        let ac = """
            ae at bd be bw cn cr cy fj gn id il in ir jp ke kr lk ma mu mw mz ni om pa pg rs rw sz th tz ug uk za zm zw
            """
        return AcademicSuffixes(
            ["edu", "ed.ao", "ed.cr", "univ.sn"] + edu.split(separator: " ").map { "edu.\($0)" }
                + ac.split(separator: " ").map { "ac.\($0)" })
    }()
}

/// The domains that prove no membership: academic domains with open registration or known abuse, and the domains of
/// free mail providers.
///
/// An entry covers all names below it, except names that are listed more precisely. For example, if `edu.pl` is in the
/// stop list and `uw.edu.pl` is among the universities, `uw.edu.pl` counts.
public struct CampusStopList: Sendable {
    /// Academic domains with open registration, or known to be abused.
    private let open: Set<String>
    /// Providers of free mail addresses.
    private let freeMail: Set<String>

    /// - Parameters:
    ///   - open: Academic domains with open registration or known abuse, in lower case without a leading dot.
    ///   - freeMail: The domains of free mail providers, in lower case without a leading dot.
    public init(open: some Sequence<String>, freeMail: some Sequence<String>) {
        self.open = Set(open)
        self.freeMail = Set(freeMail)
    }

    func isOpen(_ domain: String) -> Bool { open.contains(domain) }

    func isFreeMail(_ domain: String) -> Bool { freeMail.contains(domain) }

    var freeMailDomains: [String] { freeMail.sorted() }

    /// The open academic domains, the domains stopped by JetBrains/swot, and the common free mail providers.
    public static let builtIn = CampusStopList(
        open: [
            // Open registration.
            "ac.nz", "edu.kg", "edu.pl",
            // On the stop list of JetBrains/swot for abuse.
            "alumni.sjsu.edu", "america.edu", "australia.edu", "languagesystems.edu", "monaco.edu", "phystech.edu",
        ],
        freeMail: [
            "126.com", "163.com", "aol.com", "daum.net", "fastmail.com", "free.fr", "gmail.com", "gmx.com", "gmx.de",
            "gmx.net", "googlemail.com", "hey.com", "hotmail.co.uk", "hotmail.com", "hotmail.fr", "icloud.com",
            "laposte.net", "libero.it", "live.com", "mac.com", "mail.com", "mail.ru", "me.com", "msn.com", "naver.com",
            "outlook.com", "proton.me", "protonmail.com", "qq.com", "rediffmail.com", "tuta.com", "web.de", "wp.pl",
            "yahoo.co.in", "yahoo.co.jp", "yahoo.co.uk", "yahoo.com", "yahoo.com.ar", "yahoo.com.br", "yandex.com",
            "yandex.ru", "ymail.com", "zoho.com",
        ])
}

extension CampusRegistry {
    /// The domains below academic suffixes that all schools of a state, a city or a ministry share, such as
    /// `vic.edu.au`, `tp.edu.tw` and `moe-dl.edu.my`.
    ///
    /// They prove no campus, because thousands of schools share each of them, and their pupils are children. A listed
    /// university below such a domain still counts, for example `navitas.nsw.edu.au`.
    enum SchoolDomains {
        static func contains(_ domain: String, suffixes: AcademicSuffixes) -> Bool {
            if listed.contains(domain) { return true }
            guard let dot = domain.firstIndex(of: ".") else { return false }
            let suffix = domain[domain.index(after: dot)...]
            // `students.edu` is an ordinary name. Below the suffix of a country, such a word names a ministry or
            // schools in general.
            return suffix.contains(".") && words.contains(String(domain[..<dot])) && suffixes.contains(String(suffix))
        }

        /// The names of ministries, and of schools in general.
        private static let words: Set<String> = [
            "deped", "elev", "elevi", "k12", "mined", "mineduc", "minedu", "ministry", "moe", "moe-dl", "moehe", "moes",
            "pupil", "pupils", "sch", "school", "schools", "student", "students", "studentmoe", "teacher", "teachers",
        ]

        /// Sources: the Public Suffix List (Australia), the education bureaus of Taiwan's cities and counties, and the
        /// stop list of JetBrains/swot.
        private static let listed: Set<String> = {
            let byCountry = [
                "au": "act catholic eq nsw nt qld sa tas vic wa",
                "tw": """
                chc cy cyc go hc hcc hlc ilc kh kl km kmedu mail matsu mlc ms ntct ntpc phc ptc tc tn tp ttct tyc \
                ylc
                """,
                "sv": "clases docentes", "uy": "ceibal", "in": "gujgov kvs nvs", "hn": "educatrachos",
                "pa": "meduca", "co": "educacionbogota", "kh": "moeys", "vn": "hcm",
            ]
            return Set(
                byCountry.flatMap { country, names in names.split(separator: " ").map { "\($0).edu.\(country)" } })
        }()
    }
}

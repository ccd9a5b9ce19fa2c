/// Domains below academic suffixes that all schools of a state, a city or a ministry share: `vic.edu.au`, `tp.edu.tw`,
/// `moe-dl.edu.my`. They are no campus: thousands of schools are below each, and their pupils are children.
///
/// A listed university below one, such as `navitas.nsw.edu.au`, still counts.
enum SchoolDomains {
    static func contains(_ domain: String, suffixes: AcademicSuffixes) -> Bool {
        if listed.contains(domain) { return true }
        guard let dot = domain.firstIndex(of: ".") else { return false }
        let suffix = domain[domain.index(after: dot)...]
        // `students.edu` is a name like any other; below the suffix of a country the word is a ministry's.
        return suffix.contains(".") && words.contains(String(domain[..<dot])) && suffixes.contains(String(suffix))
    }

    /// Names of ministries and of schools as a whole.
    private static let words: Set<String> = [
        "deped", "elev", "elevi", "k12", "mined", "mineduc", "minedu", "ministry", "moe", "moe-dl", "moehe", "moes",
        "pupil", "pupils", "sch", "school", "schools", "student", "students", "studentmoe", "teacher", "teachers",
    ]

    /// Sources: the Public Suffix List (Australia), the education bureaus of Taiwan's cities and counties, and the stop
    /// list of JetBrains/swot.
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
        return Set(byCountry.flatMap { country, names in names.split(separator: " ").map { "\($0).edu.\(country)" } })
    }()
}

/// Domains under which only educational institutions can register names: `edu`, `ac.uk`, `edu.ar`.
///
/// A name directly below a suffix is an institution, but which is unknown. Second-level domains with open registration,
/// such as `edu.pl`, `edu.kg` or `ac.nz`, are left out: their institutions count only if a list of universities has
/// them.
public struct AcademicSuffixes: Sendable {
    private let suffixes: Set<String>

    /// - Parameter suffixes: Lower-case domains without a leading dot.
    public init(_ suffixes: some Sequence<String>) {
        self.suffixes = Set(suffixes)
    }

    func contains(_ domain: String) -> Bool { suffixes.contains(domain) }

    /// No suffix counts, only listed institutions.
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

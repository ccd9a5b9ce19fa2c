/// Domains that look academic or campus-owned but prove no membership.
///
/// An entry covers all names below it, except those that are listed more precisely: with `edu.pl` stopped and
/// `uw.edu.pl` among the universities, the latter still counts.
public struct CampusStopList: Sendable {
    /// Academic domains with open registration, or known to be abused.
    private let open: Set<String>
    /// Providers of free mail addresses.
    private let freeMail: Set<String>

    /// - Parameters: Lower-case domains without a leading dot.
    public init(open: some Sequence<String>, freeMail: some Sequence<String>) {
        self.open = Set(open)
        self.freeMail = Set(freeMail)
    }

    func isOpen(_ domain: String) -> Bool { open.contains(domain) }

    func isFreeMail(_ domain: String) -> Bool { freeMail.contains(domain) }

    var freeMailDomains: [String] { freeMail.sorted() }

    /// Open academic domains, those stopped by JetBrains/swot, and the common free mail providers.
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

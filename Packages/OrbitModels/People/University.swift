/// An institution and its email domains, with the members of the university-domains list (Hipo).
public struct University: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The country's English name.
    public var country: String
    /// The country's ISO 3166-1 alpha-2 code.
    public var alphaTwoCode: String
    /// The domains of its email addresses.
    public var domains: [String]
    /// The addresses of its web sites.
    public var webPages: [String]

    /// Creates a university.
    public init(name: String, country: String, alphaTwoCode: String, domains: [String], webPages: [String] = []) {
        self.name = name
        self.country = country
        self.alphaTwoCode = alphaTwoCode
        self.domains = domains
        self.webPages = webPages
    }
}

extension University: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, country, domains
        case alphaTwoCode = "alpha_two_code"
        case webPages = "web_pages"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        country = try container.decode(String.self, forKey: .country)
        alphaTwoCode = try container.decode(String.self, forKey: .alphaTwoCode)
        domains = try container.decode([String].self, forKey: .domains)
        webPages = try container.decodeIfPresent([String].self, forKey: .webPages) ?? []
    }
}

/// A person's role at an institution, as far as the email address shows it.
public struct CampusRole: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A student.
    public static let student = Self(rawValue: "student")
    /// A member of staff.
    public static let staff = Self(rawValue: "staff")
    /// A former student.
    public static let alumni = Self(rawValue: "alumni")
    /// The address does not show a role.
    public static let unknown = Self(rawValue: "unknown")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.student, .staff, .alumni, .unknown]
}

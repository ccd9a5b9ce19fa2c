/// An institution and the domains of its addresses, in the members of the widely used
/// university-domains list.
public struct University: Hashable, Sendable {
    public var name: String
    public var country: String
    /// ISO 3166-1 alpha-2.
    public var alphaTwoCode: String
    public var domains: [String]
    public var webPages: [String]

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

/// What someone is at an institution, as far as the address tells.
public struct CampusRole: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let student = Self(rawValue: "student")
    public static let staff = Self(rawValue: "staff")
    public static let alumni = Self(rawValue: "alumni")
    public static let unknown = Self(rawValue: "unknown")

    public static let known: [Self] = [.student, .staff, .alumni, .unknown]
}

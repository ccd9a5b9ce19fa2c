import Foundation
import OrbitModels

/// The path of a sheet in links and in saved state: `users/u_1`, `meetups/m_1?link=abc`.
///
/// The paths are those of the contract, such as `GET /meetups/{meetup_id}`. Only the app has the path
/// `meetups/{meetup_id}/ratings`. The places of a feature from another package have the paths of its routes.
extension AppSheet {
    /// The words that the contract uses in place of an identifier.
    static let reserved: [String: Set<String>] = [
        "users": ["me"],
        "meetups": [
            "calendar", "invitations", "map", "mine", "posts", "requests", "series", "suggested",
        ],
    ]

    /// Returns the path.
    ///
    /// - Parameter separator: The character before the code of a meetup: `?` for a query item, `#` for a fragment.
    /// - Returns: The path; `nil` if an identifier or a segment of a feature cannot be part of a path.
    func path(codeAfter separator: Character) -> String? {
        switch self {
        case .person(let id): return Self.path("users", id.rawValue)
        case .meetup(let id, let code):
            guard let path = Self.path("meetups", id.rawValue) else { return nil }
            guard let code else { return path }
            return Self.encoded(code.reveal).map { "\(path)\(separator)\(Self.codeName)\($0)" }
        case .rating(let id): return Self.path("meetups", id.rawValue).map { "\($0)/ratings" }
        case .conversation(let id): return Self.path("conversations", id.rawValue)
        case .invitations: return "meetups/invitations"
        case .requests: return "meetups/requests"
        case .feature(let page):
            var path = page.prefix
            for segment in page.path {
                guard let segment = Self.encoded(segment) else { return nil }
                path += "/\(segment)"
            }
            return path
        }
    }

    /// Reads a path. Query items other than `link` are ignored.
    ///
    /// - Parameters:
    ///   - path: The path with its query.
    ///   - fragment: The fragment, which can contain only the code of a meetup; `nil` if the link has no fragment.
    ///   - features: The features with places.
    /// - Throws: `.tooLong`, `.malformed` if a part cannot be decoded or the fragment is refused, and `.unknown` for
    ///   all other paths.
    init(path: Substring, fragment: Substring? = nil, features: AppFeatures) throws(DeepLinkError) {
        guard path.utf8.count <= DeepLink.maxBytes else { throw .tooLong }
        let place = path.prefix { $0 != "?" }
        let query = path.dropFirst(place.count + 1)
        var segments: [String] = []
        for segment in place.split(separator: "/", omittingEmptySubsequences: false) {
            segments.append(try Self.decoded(segment))
        }
        if let prefix = segments.first, let routeType = features.routes[prefix] {
            guard let route = routeType.init(path: Array(segments.dropFirst())) else { throw .unknown }
            guard fragment == nil else { throw .malformed }
            self = .feature(FeaturePage(route))
            return
        }
        guard (2...3).contains(segments.count) else { throw .unknown }
        let (kind, id) = (segments[0], segments[1])
        let part: String? = segments.count == 3 ? segments[2] : nil
        let isReserved = Self.reserved[kind]?.contains(id) ?? false
        switch (kind, isReserved, part) {
        case ("users", false, nil): self = .person(UserID(id))
        case ("meetups", false, nil): self = .meetup(MeetupID(id), link: try Self.code(in: query))
        case ("meetups", false, "ratings"?): self = .rating(MeetupID(id))
        case ("conversations", false, nil): self = .conversation(ConversationID(id))
        case ("meetups", true, nil) where id == "invitations": self = .invitations
        case ("meetups", true, nil) where id == "requests": self = .requests
        default: throw .unknown
        }
        guard let fragment else { return }
        // A second code is refused, because the link would show the first code and open the meetup with the second.
        guard case .meetup(let meetup, .none) = self, fragment.hasPrefix(Self.codeName), !fragment.contains("&")
        else { throw .malformed }
        self = .meetup(meetup, link: MeetupLinkCode(try Self.decoded(fragment.dropFirst(Self.codeName.count))))
    }

    /// The start of the query item or fragment that has the code of a meetup.
    private static let codeName = "link="

    private static func path(_ kind: String, _ id: String) -> String? {
        guard reserved[kind]?.contains(id) != true else { return nil }
        return encoded(id).map { "\(kind)/\($0)" }
    }

    /// Returns the value of `link`; `nil` if the query has no such item.
    private static func code(in query: Substring) throws(DeepLinkError) -> MeetupLinkCode? {
        let items = query.split(separator: "&").filter { $0.hasPrefix(codeName) }
        guard let item = items.first else { return nil }
        guard items.count == 1 else { throw .malformed }
        return MeetupLinkCode(try decoded(item.dropFirst(codeName.count)))
    }

    private static func decoded(_ text: Substring) throws(DeepLinkError) -> String {
        guard let value = String(text).removingPercentEncoding, isSegment(value) else { throw .malformed }
        return value
    }

    private static func encoded(_ text: String) -> String? {
        guard isSegment(text) else { return nil }
        // The unreserved characters of RFC 3986 §2.3.
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        return text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: letters + "0123456789-._~"))
    }

    /// Whether a request can contain the text as one segment of its path.
    private static func isSegment(_ text: String) -> Bool { text.isIdentifier && text != "." && text != ".." }
}

extension AppSheet: Codable {
    /// Reads the path, with the features of ``AppFeatures/decoder()``.
    ///
    /// - Throws: `DeepLinkError` if this version cannot read the path.
    public init(from decoder: any Decoder) throws {
        let path = try decoder.singleValueContainer().decode(String.self)
        self = try AppSheet(path: path[...], features: decoder.appFeatures)
    }

    /// Writes the path, with the secret part of the address.
    ///
    /// - Throws: `EncodingError` if an identifier or a segment of a feature cannot be part of a path.
    public func encode(to encoder: any Encoder) throws {
        guard let path = path(codeAfter: "?") else {
            throw EncodingError.invalidValue(
                self,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "an identifier or a segment cannot be part of a path"))
        }
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }
}

public import Foundation
public import OrbitModels

/// A link to a place in the app: `orbit:/users/u_1` or `https://orbit.example/open/users/u_1`.
///
/// | Path | Place |
/// |---|---|
/// | `discover`, `pokes`, `matches`, `chats`, `meetups`, `profile` | a tab |
/// | `users/{user_id}` | a person |
/// | `meetups/{meetup_id}` | a meetup; `link=` has the secret part of an address |
/// | `meetups/{meetup_id}/ratings` | rating the people of a meetup |
/// | `conversations/{conversation_id}` | a conversation |
/// | `meetups/invitations`, `meetups/requests` | the invitations or requests that wait for the user |
/// | the prefix of a ``FeatureRoute`` and its path | a place of a feature from another package |
///
/// `link=` is a query item of `orbit` links, and the fragment of `https` links, which a browser does not send. The
/// app's own requests have the code as the query item `link`, so a server must not log queries.
///
/// Pages that the server shows without a session, such as a shared plan, are not places of the app.
///
/// ```swift
/// let link = try DeepLink(url, host: "orbit.example")
/// message.body = DeepLink.sheet(.meetup(meetup.id)).webURL(host: "orbit.example")?.absoluteString
/// ```
///
/// ``AppModel/open(_:)`` reads a URL and shows its place.
public enum DeepLink: Hashable, Sendable {
    /// A tab of the home screen.
    case tab(HomeTab)
    /// A sheet above the selected tab.
    case sheet(AppSheet)

    /// The scheme of the links that only the app opens.
    public static let scheme = "orbit"
    /// The start of the path of each `https` link. It separates the places from the API and the pages of the server.
    public static let webPath = "/open/"
    /// The maximum number of bytes of a URL.
    public static let maxBytes = 2_048

    /// Reads a URL. Scheme and host are compared without case.
    ///
    /// An `https` link can have the code of a meetup in its query or as its fragment, but not in both.
    ///
    /// - Parameters:
    ///   - host: The host of `https` links; `nil` refuses all of them.
    ///   - features: The features with places. A place of another feature is ``DeepLinkError/unknown``.
    /// - Throws: The reason why the URL is not a link to a place in the app.
    public init(_ url: URL, host: String?, features: AppFeatures = .app) throws(DeepLinkError) {
        let text = url.absoluteString
        guard text.utf8.count <= Self.maxBytes else { throw .tooLong }
        let (path, fragment) = try Self.parts(of: text, host: host)
        if let tab = HomeTab(rawValue: String(path.prefix { $0 != "?" })) {
            guard fragment == nil else { throw .malformed }
            self = .tab(tab)
        } else {
            self = .sheet(try AppSheet(path: path, fragment: fragment, features: features))
        }
    }

    /// The URL that only the app opens; `nil` if an identifier or a segment of a feature cannot be part of a path.
    public var url: URL? { path(codeAfter: "?").flatMap { URL(string: "\(Self.scheme):/\($0)") } }

    /// Returns the URL that a browser opens on devices without the app.
    ///
    /// The code of a meetup is the fragment, which a browser does not send.
    ///
    /// - Parameter host: The host, without a port: ``AppModel/linkHost``.
    /// - Returns: The URL; `nil` if an identifier or a segment of a feature cannot be part of a path.
    public func webURL(host: String) -> URL? {
        path(codeAfter: "#").flatMap { URL(string: "https://\(host)\(Self.webPath)\($0)") }
    }

    private func path(codeAfter separator: Character) -> String? {
        switch self {
        case .tab(let tab): tab.rawValue
        case .sheet(let sheet): sheet.path(codeAfter: separator)
        }
    }

    /// Returns the path of the place and the fragment. The path of an `orbit` link follows the scheme, and that of an
    /// `https` link follows the host and ``webPath``.
    private static func parts(
        of text: String, host: String?
    ) throws(DeepLinkError) -> (path: Substring, fragment: Substring?) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
        let start = text.prefix { $0 != "#" }
        let fragment: Substring? = start.endIndex == text.endIndex ? nil : text[start.endIndex...].dropFirst()
        let name = start.prefix { $0 != ":" }
        let rest = start.dropFirst(name.count + 1)
        switch name.lowercased() {
        case scheme:
            guard fragment == nil, rest.hasPrefix("/") else { throw .malformed }
            guard !rest.hasPrefix("//") else { throw .foreign }
            return (rest.dropFirst(), nil)
        case "https":
            guard rest.hasPrefix("//") else { throw .malformed }
            // User information or a port makes it another authority.
            let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            guard let host, !host.isEmpty, authority.lowercased() == host.lowercased() else { throw .foreign }
            let path = rest.dropFirst(2 + authority.count)
            guard path.hasPrefix(webPath) else { throw .unknown }
            return (path.dropFirst(webPath.count), fragment)
        default:
            throw .foreign
        }
    }
}

/// The reason why a URL is not a ``DeepLink``.
@nonexhaustive public enum DeepLinkError: Error, Hashable, Sendable {
    /// The URL has more than ``DeepLink/maxBytes`` bytes.
    case tooLong
    /// The scheme or the host is not the app's, or the URL has user information or a port.
    case foreign
    /// A part is missing or cannot be decoded.
    case malformed
    /// The app has no place with this path. This also applies to pages of the server, such as a shared plan.
    case unknown
}

extension DeepLinkError: TranslatableError {
    /// The sentences about links that cannot be opened.
    public static let vocabulary = Vocabulary(
        "deep_link_error",
        [
            "too_long": "This link is too long. Ask for a new one.",
            "foreign": "This link does not belong to Orbit. Open it in a browser.",
            "malformed": "A part of this link is missing. Copy the whole link and open it again.",
            "unknown": "The app cannot open this link. Update the app, or open the link in a browser.",
        ])

    /// Returns what to do next.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .tooLong: words.sentence("too_long", in: Self.vocabulary)
        case .foreign: words.sentence("foreign", in: Self.vocabulary)
        case .malformed: words.sentence("malformed", in: Self.vocabulary)
        case .unknown: words.sentence("unknown", in: Self.vocabulary)
        }
    }
}

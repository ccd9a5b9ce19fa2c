public import Foundation

/// The base address of a server, such as `https://host/api`. Plain http is allowed only for this machine.
///
/// ```swift
/// let server = try ServerAddress("https://orbit.example/api")
/// let local = try ServerAddress("http://127.0.0.1:8080/api")
/// ```
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
    /// An error of a text that is not the address of a server.
    @nonexhaustive public enum Invalid: Error, Hashable, Sendable {
        /// It begins with neither `https://` nor `http://`.
        case scheme
        /// It would send credentials unencrypted to another machine.
        case insecure
        /// It contains a user name or password.
        case credentials
        /// It contains a query or a fragment.
        case query
        /// The host is missing or invalid.
        case host
        /// The port is not a number from 1 to 65535.
        case port
        /// The path has segments that are not plain text.
        case path
    }

    /// The scheme, host, port and path, without a trailing slash.
    public let description: String

    /// Creates the address from its text, such as `https://orbit.example/api`.
    public init(_ text: String) throws(Invalid) {
        let parts = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty else { throw .scheme }
        let scheme = parts[0].lowercased()
        guard scheme == "https:" || scheme == "http:" else { throw .scheme }
        guard !text.contains("@") else { throw .credentials }
        guard !text.contains("?"), !text.contains("#") else { throw .query }
        let authority = try Authority(parts[2])
        guard scheme == "https:" || Loopback.contains(authority.host) else { throw .insecure }
        let path = try parts.count > 3 ? Self.path(parts[3]) : ""
        description = "\(scheme)//\(authority)\(path)"
    }

    /// Returns the path with a slash before each segment.
    private static func path(_ text: Substring) throws(Invalid) -> String {
        let text = text.last == "/" ? text.dropLast() : text
        guard !text.isEmpty else { return "" }
        let segments = text.split(separator: "/", omittingEmptySubsequences: false)
        for segment in segments {
            guard !["", ".", ".."].contains(segment), segment.utf8.allSatisfy(RequestTarget.isUnreserved)
            else { throw .path }
        }
        return "/" + text
    }
}

/// The host and port of an address.
private struct Authority: CustomStringConvertible {
    let host: String
    let port: UInt16?

    init(_ text: Substring) throws(ServerAddress.Invalid) {
        let hostText: Substring
        let portText: Substring?
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { throw .host }
            hostText = text[...end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { throw .host }
            portText = rest.isEmpty ? nil : rest.dropFirst()
            guard hostText.dropFirst().dropLast().utf8.allSatisfy(Self.isAddressByte), hostText.count > 3
            else { throw .host }
        } else {
            let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            hostText = halves[0]
            portText = halves.count > 1 ? halves[1] : nil
            guard Self.isName(hostText) else { throw .host }
        }
        host = hostText.lowercased()
        if let portText {
            guard portText.utf8.allSatisfy(Self.isDigit), let number = UInt16(portText), number > 0 else { throw .port }
            port = number
        } else {
            port = nil
        }
    }

    var description: String { port.map { "\(host):\($0)" } ?? host }

    /// Whether the text consists of labels of letters, digits and inner hyphens (RFC 1123 §2.1). Names in other scripts
    /// have their `xn--` form.
    private static func isName(_ text: Substring) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "f"))
            || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }
}

extension ServerAddress {
    /// Returns the address of a route on this server. Use it to pass the address on; the client does not need it.
    ///
    /// - Parameters:
    ///   - route: The route.
    ///   - parameters: Values for the pattern's `{parameters}`. Each value fills exactly one segment.
    /// - Throws: `APIError.invalidRequest` if a parameter is missing, empty, `.` or `..`.
    public func url(of route: Route, parameters: [String: String] = [:]) throws(APIError) -> URL {
        let target = try RequestTarget.text(path: route.path, parameters: parameters, query: [])
        guard let url = URL(string: description + target, encodingInvalidCharacters: false) else {
            throw .invalidRequest(reason: "\(route.path) does not make a URL")
        }
        return url
    }
}

/// The host names of this machine. Plain http to this machine is as safe as https.
enum Loopback {
    /// Whether the host is `localhost`, in `127.0.0.0/8` as four decimal numbers, or `::1` with or without brackets.
    static func contains(_ host: String) -> Bool {
        if ["localhost", "::1", "[::1]"].contains(host.lowercased()) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { number in
                number.utf8.count <= 3 && number.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } && UInt8(number) != nil
            }
    }
}

extension URL {
    /// Whether credentials may be sent to this URL.
    var isEncryptedOrLocal: Bool {
        // The scheme is expected in lower case, because FoundationNetworking stops the process at any other spelling.
        switch scheme {
        case "https": true
        case "http": Loopback.contains(host() ?? "")
        default: false
        }
    }
}

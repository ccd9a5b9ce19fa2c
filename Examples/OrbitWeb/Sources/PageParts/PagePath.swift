import Foundation

/// Builds the paths of pages. Each part becomes one segment, whatever characters it has.
public enum PagePath {
    /// The unreserved characters of RFC 3986 §2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// Returns a path such as `/people/u_1`.
    public static func to(_ parts: String...) -> String { to(parts) }

    /// Returns a path of several segments.
    public static func to(_ parts: [String]) -> String { "/" + parts.map(encoded).joined(separator: "/") }

    /// Returns a path with a query. Items with an empty value are left out.
    public static func to(_ parts: [String], query: [(String, String)]) -> String {
        let items = query.filter { !$0.1.isEmpty }.map { "\(encoded($0.0))=\(encoded($0.1))" }
        return to(parts) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// Returns a text as one segment or value.
    public static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// Returns a path of this site from a form or a query; `nil` for every other text, and beyond 2,048 bytes.
    public static func local(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), text.utf8.count <= 2_048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return text
    }
}

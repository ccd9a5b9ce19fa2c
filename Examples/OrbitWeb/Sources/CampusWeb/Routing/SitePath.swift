import Foundation

/// The pattern of a path, such as `/people/{id}`.
struct SitePath: Hashable, Sendable, CustomStringConvertible {
    private enum Segment: Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The pattern as text.
    let description: String
    private let segments: [Segment]

    init(_ pattern: String) {
        description = pattern
        segments = pattern.split(separator: "/").map { part in
            part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
    }

    /// The number of parameters. If two patterns match a path, the pattern with fewer
    /// parameters is used.
    var parameterCount: Int {
        segments.filter { if case .parameter = $0 { true } else { false } }.count
    }

    /// Returns the decoded parameters of a path without its query; `nil` if the path does not match.
    func parameters(of path: Substring) -> [String: String]? {
        let parts = path.split(separator: "/")
        guard parts.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            switch segment {
            case .literal(let text): guard text == part else { return nil }
            case .parameter(let name):
                guard let value = String(part).removingPercentEncoding, !value.isEmpty else { return nil }
                parameters[name] = value
            }
        }
        return parameters
    }
}

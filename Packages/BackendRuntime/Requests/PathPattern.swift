package import Foundation
import OrbitModels

/// The path of a route, cut into segments to compare.
package struct PathPattern: Sendable {
    package enum Segment: Sendable {
        case literal(String)
        case parameter(String)
    }

    package let segments: [Segment]

    /// - Parameter path: such as `/users/{user_id}`.
    package init(_ path: String) {
        segments = path.split(separator: "/").map { segment in
            segment.first == "{" && segment.last == "}"
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The path without the names of its parameters.
    var shape: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .parameter: "/{}"
            }
        }
        .joined()
    }

    /// The parameters' values if the path is one of this pattern. A parameter takes exactly one segment, and
    /// only a value that ``isParameter(_:)`` admits.
    package func parameters(in path: [String]) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var parameters: [String: String] = [:]
        for (segment, text) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard literal == text else { return nil }
            case .parameter(let name):
                guard Self.isParameter(text) else { return nil }
                parameters[name] = text
            }
        }
        return parameters
    }

    /// Whether a parameter can have this value: it is an identifier and does not walk the tree. An address with another
    /// value is not found, so no operation meets control characters or long texts in its path.
    package static func isParameter(_ text: String) -> Bool { text.isIdentifier && text != "." && text != ".." }

    /// The decoded segments of an address below `base`; `nil` if it lies elsewhere or cannot be decoded.
    package static func segments(of url: URL, below base: Self) -> [String]? {
        let encoded = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
        guard encoded.first?.isEmpty == true else { return nil }
        var decoded: [String] = []
        for segment in encoded.dropFirst() {
            guard let text = PercentDecoding.text(segment) else { return nil }
            decoded.append(text)
        }
        let depth = base.segments.count
        guard base.parameters(in: Array(decoded.prefix(depth))) != nil else { return nil }
        return Array(decoded.dropFirst(depth))
    }
}

package import Foundation
import OrbitModels

/// The path of a route, split into segments for matching.
package struct PathPattern: Sendable {
    package enum Segment: Sendable {
        case literal(String)
        case parameter(String)
    }

    package let segments: [Segment]

    /// Creates the pattern of a path.
    ///
    /// - Parameter path: The path, such as `/users/{user_id}`.
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

    /// Returns the values of the parameters; `nil` if the path does not match. A parameter matches exactly one segment
    /// that satisfies ``isParameter(_:)``.
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

    /// Whether a parameter can have this value. The value is an identifier, and not `.` or `..`. An address with
    /// another value is not found, so no operation receives control characters or long texts in its path.
    package static func isParameter(_ text: String) -> Bool { text.isIdentifier && text != "." && text != ".." }

    /// Returns the decoded segments of an address below `base`; `nil` if the address is not below `base` or cannot be
    /// decoded.
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

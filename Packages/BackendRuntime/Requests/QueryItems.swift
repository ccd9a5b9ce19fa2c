package import Foundation
import OrbitModels
import Validation

/// The decoded items of a query. Items that cannot be decoded are left out. The first of several items with one name
/// counts.
public struct QueryItems: Sendable {
    /// The maximum number of bytes of a value. The longest text of any parameter takes at most 1,600 bytes.
    package static let maxValueBytes = 2_048
    private static let maxNameBytes = 64
    private static let maxItems = 100

    private var values: [String: String] = [:]
    /// The problem of a query with longer or more items than any operation reads; `nil` otherwise.
    package private(set) var problem: HTTPProblem?

    /// Creates the items of an address. The cost is linear, and items that are too long are neither compared nor
    /// decoded.
    package init(_ url: URL) {
        let items = (url.query(percentEncoded: true) ?? "").utf8.split(
            separator: UInt8(ascii: "&"), maxSplits: Self.maxItems)
        for item in items.prefix(Self.maxItems) {
            let halves = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            // An escape of three bytes decodes to one byte.
            guard halves[0].count <= 3 * Self.maxNameBytes, let name = PercentDecoding.text(Substring(halves[0])) else {
                continue
            }
            let encoded = halves.count > 1 ? Substring(halves[1]) : ""
            guard encoded.utf8.count <= 3 * Self.maxValueBytes else {
                problem = problem ?? Self.tooLong(name)
                continue
            }
            guard let value = PercentDecoding.text(encoded) else { continue }
            if value.utf8.count > Self.maxValueBytes { problem = problem ?? Self.tooLong(name) }
            if values[name] == nil { values[name] = value }
        }
        if items.count > Self.maxItems { problem = problem ?? Self.tooMany }
    }

    /// The value of a name; `nil` if the query does not have the name.
    public subscript(_ name: String) -> String? { values[name] }

    private static func tooLong(_ name: String) -> HTTPProblem {
        let parameters: [String: ParameterValue] = ["max": .integer(maxValueBytes), "unit": "bytes"]
        return .queryTooLong(
            [FieldFailure(path: name, code: .tooLong, parameters: parameters)],
            "Your search is too long. Use fewer words.")
    }

    private static let tooMany = HTTPProblem.queryTooLong(
        [FieldFailure(path: "query", code: .tooMany, parameters: ["max": .integer(maxItems)])],
        "Your search has too many parts. Use fewer filters.")
}

import Foundation

/// The items of a query, decoded. Items that cannot be decoded are left out; of a name given twice the first counts.
struct QueryItems {
    private var values: [String: String] = [:]

    init(_ url: URL) {
        for item in (url.query(percentEncoded: true) ?? "").split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentDecoding.text(halves[0]),
                let value = PercentDecoding.text(halves.count > 1 ? halves[1] : "")
            else { continue }
            if values[name] == nil { values[name] = value }
        }
    }

    subscript(_ name: String) -> String? { values[name] }
}

/// An index of domains that finds the names with the smallest edit distance to a text.
// A search examines only domains of about the same length. Each domain has a signature of 64 bits, computed from its
// characters.
// One typing error changes at most two bits, so only domains with close signatures are compared letter by letter.
struct DomainIndex: Sendable {
    private struct SameLength: Sendable {
        var marks: [UInt64] = []
        var names: [String] = []
    }

    private var byLength: [SameLength] = []

    init(_ names: some Sequence<String>) {
        for name in names {
            let length = name.utf8.count
            while byLength.count <= length { byLength.append(SameLength()) }
            byLength[length].marks.append(Self.mark(of: name.utf8))
            byLength[length].names.append(name)
        }
    }

    /// Returns all names at the smallest distance that occurs, if it is at most `most`.
    func nearest(to name: String, atMost most: Int) -> (names: [String], distance: Int) {
        let typed = Array(name.utf8)
        let mark = Self.mark(of: typed)
        var (found, limit): ([String], Int) = ([], most)
        for length in max(0, typed.count - most)...(typed.count + most) where length < byLength.count {
            let candidates = byLength[length]
            for (place, other) in candidates.marks.enumerated() where (other ^ mark).nonzeroBitCount <= 2 * limit {
                let candidate = candidates.names[place]
                guard let distance = EditDistance.between(typed, Array(candidate.utf8), atMost: limit) else { continue }
                if distance < limit || found.isEmpty { (found, limit) = ([], distance) }
                found.append(candidate)
            }
        }
        return (found, limit)
    }

    /// Returns a signature with a bit for each letter that occurs, for each letter that occurs twice, for each digit
    /// and for the hyphen.
    private static func mark(of name: some Sequence<UInt8>) -> UInt64 {
        var mark: UInt64 = 0
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                let bit = UInt64(1) << UInt64(byte - UInt8(ascii: "a"))
                mark |= mark & bit == 0 ? bit : bit << 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): mark |= 1 << UInt64(52 + byte - UInt8(ascii: "0"))
            case .hyphen: mark |= 1 << 62
            default: break
            }
        }
        return mark
    }
}

/// The edit distance of two words. It counts insertions, deletions, substitutions and swaps of neighbours (optimal
/// string alignment).
enum EditDistance {
    /// Returns the distance, or `nil` if it exceeds `limit`. The time is proportional to the product of the lengths.
    static func between(_ a: [UInt8], _ b: [UInt8], atMost limit: Int) -> Int? {
        guard abs(a.count - b.count) <= limit else { return nil }
        var (beforeLast, last, row) = (Array(0...b.count), Array(0...b.count), Array(0...b.count))
        for i in a.indices {
            row[0] = i + 1
            var least = i + 1
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row[j + 1] = cost
                least = min(least, cost)
            }
            if least > limit { return nil }
            (beforeLast, last, row) = (last, row, beforeLast)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}

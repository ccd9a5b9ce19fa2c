import Foundation
import TimeAndChance

/// People distributed over 40 campuses, in columns.
struct GeneratedCampus {
    private var personality = Data()
    private var interestBits = Data()
    private var interestLists = Data()
    private var hours = Data()
    private var groups = Data()
    private var frequencies = Data()
    private var places = Data()
    private var meta = ""

    /// The name and the content of each file.
    var files: [(name: String, content: Data)] {
        [
            ("pers.f32", personality), ("interests.u64", interestBits), ("interests_list.u16", interestLists),
            ("avail.u64", hours), ("group.u8", groups), ("freq.u8", frequencies), ("latlng.f32", places),
            ("meta.json", Data(meta.utf8)),
        ]
    }

    init(people: Int, interests vocabulary: Int, seed: UInt64) {
        var chance = Chance(seed: seed)
        let words = (vocabulary + 63) / 64
        let popularity = (0..<vocabulary).reduce(into: [0.0]) { sums, rank in
            sums.append((sums.last ?? 0) + pow(Double(rank + 1), -0.7))
        }
        let centres = (0..<40).map { _ in
            (latitude: chance.number(in: 25...48), longitude: chance.number(in: -123 ... -70))
        }
        for _ in 0..<people {
            for _ in 0..<3 { personality.append(Float(chance.middleOfThree())) }
            appendInterests(chance.interests(by: popularity), words: words)
            for word in chance.freeHours() { hours.append(word) }
            groups.append(UInt8(chance.whole(in: 0...3)))
            frequencies.append(UInt8(chance.whole(in: 0...3)))
            let centre = centres[chance.whole(in: 0...39)]
            let spread = chance.number(in: 0...1) < 0.1 ? 1 : 0.045
            appendPlace(
                Float(centre.latitude + spread * chance.normal()), Float(centre.longitude + spread * chance.normal()))
        }
        let queries = (0..<20).map { _ in chance.whole(in: 0...(people - 1)) }
        meta = """
            {"n": \(people), "vocab": \(vocabulary), "words": \(words), "queries": \(queries), "k": 50}
            """
    }

    private mutating func appendInterests(_ numbers: [Int], words: Int) {
        var bits = [UInt64](repeating: 0, count: words)
        for number in numbers { bits[number / 64] |= 1 << UInt64(number % 64) }
        for word in bits { interestBits.append(word) }
        for index in 0..<10 { interestLists.append(index < numbers.count ? UInt16(numbers[index]) : .max) }
    }

    private mutating func appendPlace(_ latitude: Float, _ longitude: Float) {
        places.append(latitude)
        places.append(longitude)
    }
}

/// Random traits of people.
private struct Chance {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    mutating func whole(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    /// Returns a number with the beta distribution B(2, 2).
    mutating func middleOfThree() -> Double {
        [number(in: 0...1), number(in: 0...1), number(in: 0...1)].sorted()[1]
    }

    /// Returns a number with the normal distribution (Box and Muller, 1958).
    mutating func normal() -> Double {
        (-2 * log(1 - .random(in: 0..<1, using: &random))).squareRoot() * cos(2 * .pi * number(in: 0...1))
    }

    /// Returns three to ten different interests.
    ///
    /// - Parameter popularity: The cumulative popularity of the interests.
    mutating func interests(by popularity: [Double]) -> [Int] {
        let count = whole(in: 3...10)
        var chosen: [Int] = []
        while chosen.count < count {
            let mark = number(in: 0...(popularity.last ?? 0))
            let number = min(popularity.partition { $0 <= mark }, popularity.count - 1) - 1
            if number >= 0, !chosen.contains(number) { chosen.append(number) }
        }
        return chosen
    }

    /// Returns two to six spans of two to five hours between 8 and midnight, which may overlap. The week begins with
    /// hour 0.
    mutating func freeHours() -> [UInt64] {
        var words: [UInt64] = [0, 0, 0]
        for _ in 0..<whole(in: 2...6) {
            let (day, start, length) = (whole(in: 0...6), whole(in: 8...20), whole(in: 2...5))
            for hour in start..<min(24, start + length) {
                let number = 24 * day + hour
                words[number / 64] |= 1 << UInt64(number % 64)
            }
        }
        return words
    }
}

extension [Double] {
    /// Returns the index of the first element that does not meet the condition. Elements that meet it must come first.
    fileprivate func partition(_ comesFirst: (Double) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if comesFirst(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Data {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func append(_ number: Float) { append(number.bitPattern) }
}

import Foundation
import OrbitModels
import TimeAndChance

/// The free hours of a week as bits, for fast counting.
struct Week: Hashable {
    private(set) var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    init(_ hours: some Sequence<Int> = []) {
        for hour in hours { insert(hour) }
    }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }

    var count: Int { words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount }

    mutating func insert(_ hour: Int) {
        let bit = UInt64(1) << UInt64(hour % 64)
        switch hour / 64 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        default: words.2 |= bit
        }
    }

    mutating func formUnion(_ other: Week) {
        words = (words.0 | other.words.0, words.1 | other.words.1, words.2 | other.words.2)
    }

    mutating func toggle(_ hour: Int) {
        let bit = UInt64(1) << UInt64(hour % 64)
        switch hour / 64 {
        case 0: words.0 ^= bit
        case 1: words.1 ^= bit
        default: words.2 ^= bit
        }
    }

    func contains(_ hour: Int) -> Bool {
        let word = hour < 64 ? words.0 : hour < 128 ? words.1 : words.2
        return word >> UInt64(hour % 64) & 1 == 1
    }

    @inline(__always)
    func shared(with other: Week) -> Int {
        (words.0 & other.words.0).nonzeroBitCount + (words.1 & other.words.1).nonzeroBitCount
            + (words.2 & other.words.2).nonzeroBitCount
    }

    @inline(__always)
    func forEach(_ body: (Int) -> Void) {
        for (index, word) in [words.0, words.1, words.2].enumerated() {
            var rest = word
            while rest != 0 {
                body(64 * index + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
    }

    var hours: HourSet {
        HourSet((0..<168).filter(contains).compactMap { HourOfWeek(Weekday.allCases[$0 / 24], hour: $0 % 24) })
    }
}

/// Generates the weeks of students.
///
/// Classes are in blocks on Monday, Wednesday and Friday, or on Tuesday and Thursday. A person who is free in some
/// mornings, evenings or weekends is usually free in others. On average a person is free for 19 hours.
struct WeekMaker {
    var random: SplitMix64

    mutating func week() -> Week {
        while true {
            let week = draw()
            if week.count > 0 { return week }
        }
    }

    private mutating func draw() -> Week {
        var week = Week()
        let (leisure, early, late, off) = (0.5 * normal(), normal(), normal(), normal())
        for days in [[0, 2, 4], [1, 3]] {
            for (block, start) in [8, 10, 12, 14, 16].enumerated() {
                let tilt = block < 2 ? early : block > 2 ? late : 0
                let isFree = chance(Self.blocks[block] + leisure + 0.7 * tilt)
                for day in days where isFree ? number() < 0.85 : number() < 0.03 {
                    week.insert(24 * day + start)
                    week.insert(24 * day + start + 1)
                }
            }
        }
        for day in 0..<5 where chance(Self.evening + leisure + late) {
            let start = 17 + Int(number() * 4)
            for hour in start..<min(start + 2 + Int(number() * 3), 24) { week.insert(24 * day + hour) }
        }
        for day in 5..<7 {
            for start in stride(from: 9, to: 24, by: 3) where chance(Self.weekend + leisure + off) {
                for hour in start..<start + 3 { week.insert(24 * day + hour) }
            }
        }
        return week
    }

    /// The rates in log odds.
    private static let blocks = [-2.1, -1.9, -1.5, -1.8, -1.6]
    private static let evening = -1.1
    private static let weekend = -1.65

    private mutating func number() -> Double { .random(in: 0..<1, using: &random) }

    private mutating func chance(_ logOdds: Double) -> Bool { number() < 1 / (1 + exp(-logOdds)) }

    /// Returns a number with the normal distribution (Box and Muller, 1958).
    private mutating func normal() -> Double {
        (-2 * log(1 - number())).squareRoot() * cos(2 * .pi * number())
    }
}

import Foundation
import Matching
import OrbitModels

/// The people of a campus in the files that README.md describes.
struct CampusFiles {
    struct Meta: Decodable {
        var n: Int
        var vocab: Int
        var words: Int
        var queries: [Int]
        var k: Int
    }

    let meta: Meta
    let people: [RankTraits]

    init(_ folder: String) throws {
        let folder = URL(filePath: folder)
        let meta = try JSONDecoder().decode(Meta.self, from: Data(contentsOf: folder.appending(path: "meta.json")))
        func column<Value: BitwiseCopyable>(_ name: String, of _: Value.Type, perPerson width: Int) throws -> [Value] {
            let column = try Data(contentsOf: folder.appending(path: name)).withUnsafeBytes { bytes in
                (0..<(bytes.count / MemoryLayout<Value>.stride)).map {
                    bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
                }
            }
            guard column.count == meta.n * width else { throw UnexpectedInput("\(name) has the wrong length.") }
            return column
        }
        let words = meta.words
        let personality = try column("pers.f32", of: Float.self, perPerson: 3)
        let interests = try column("interests.u64", of: UInt64.self, perPerson: words)
        let hours = try column("avail.u64", of: UInt64.self, perPerson: 3)
        let group = try column("group.u8", of: UInt8.self, perPerson: 1)
        let frequency = try column("freq.u8", of: UInt8.self, perPerson: 1)
        let places = try column("latlng.f32", of: Float.self, perPerson: 2)
        guard group.allSatisfy({ $0 < 4 }), frequency.allSatisfy({ $0 < 4 }) else {
            throw UnexpectedInput("A choice is none of four.")
        }
        self.meta = meta
        let grid = HomeGrid()
        people = (0..<meta.n).map { person in
            let place = Coordinates(latitude: Double(places[2 * person]), longitude: Double(places[2 * person + 1]))
            return RankTraits(
                personality: Personality(
                    introvertExtrovert: UnitInterval(Double(personality[3 * person])),
                    spontaneousPlanner: UnitInterval(Double(personality[3 * person + 1])),
                    activeRelaxed: UnitInterval(Double(personality[3 * person + 2]))),
                interests: bits(interests[(words * person)..<(words * (person + 1))]),
                hours: HourSet(
                    bits(hours[(3 * person)..<(3 * person + 3)]).compactMap {
                        HourOfWeek(Weekday.allCases[$0 / 24], hour: $0 % 24)
                    }),
                preferences: SocialPreferences(
                    groupSize: GroupSize.known[Int(group[person])],
                    meetingFrequency: MeetingFrequency.known[Int(frequency[person])]),
                home: place.map(grid.square))
        }
    }

    /// The weight of each interest, as `InterestRarity` computes it.
    var rarity: [Int] {
        var holders = [Int](repeating: 0, count: meta.vocab)
        for person in people { for interest in person.interests { holders[interest] += 1 } }
        return holders.map { Int(((1 + log2(Double(meta.n + 1) / Double($0 + 1))) * 16).rounded()) }
    }
}

/// Returns the numbers of the set bits, lowest first.
private func bits(_ words: ArraySlice<UInt64>) -> [Int] {
    var numbers: [Int] = []
    for (index, word) in words.enumerated() {
        var rest = UInt64(littleEndian: word)
        while rest != 0 {
            numbers.append(64 * index + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }
    return numbers
}

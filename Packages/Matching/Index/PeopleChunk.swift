import OrbitModels

/// A chunk of 2048 people, stored by trait, so that a search reads only the traits of its query. Each hour of the week
/// and each interest has a row with a bit for each person.
///
/// The index of a person in a chunk is a *lane*. In a vacant lane all bits are 0.
// The arrays that the search scans are contiguous, because `ContiguousArray` provides spans even on iOS 17, and `Array`
// does not.
struct PeopleChunk: Sendable {
    static let capacity = 2_048
    static let rowWords = capacity / 64
    static let rowBytes = capacity / 8

    /// The rows of bits of the hours. Row `h` begins at word `h * rowWords`.
    private(set) var hourRows: ContiguousArray<UInt64>
    private(set) var interestRows: [Int: InterestRow] = [:]
    /// The total weight of each lane's interests, rounded down to one of 16 steps, in the upper four bits.
    private(set) var interestSteps: ContiguousArray<UInt8>
    /// The number of each lane's free hours, rounded down to one of 8 steps, in the upper three bits.
    private(set) var hourSteps: ContiguousArray<UInt8>
    private(set) var social: ContiguousArray<UInt16>
    private(set) var interestTotals: [UInt16]
    private(set) var hourCounts: [UInt8]
    /// The sliders, three values for each lane.
    private(set) var sliders: ContiguousArray<Float>
    private(set) var homes: ContiguousArray<HomeSquare>
    /// The number of lanes that may be in use; all later lanes are vacant.
    private(set) var end = 0

    init() {
        hourRows = ContiguousArray(repeating: 0, count: CodedTraits.hoursInWeek * Self.rowWords)
        interestSteps = ContiguousArray(repeating: 0, count: Self.capacity)
        hourSteps = ContiguousArray(repeating: 0, count: Self.capacity)
        social = ContiguousArray(repeating: SocialCode.vacant.bits, count: Self.capacity)
        interestTotals = Array(repeating: 0, count: Self.capacity)
        hourCounts = Array(repeating: 0, count: Self.capacity)
        sliders = ContiguousArray(repeating: .nan, count: 3 * Self.capacity)
        homes = ContiguousArray(repeating: .unknown, count: Self.capacity)
    }

    func isVacant(_ lane: Int) -> Bool { social[lane] == SocialCode.vacant.bits }

    /// Stores a person in a vacant lane.
    ///
    /// - Parameters:
    ///   - lane: A vacant lane.
    ///   - traits: The traits of the person.
    ///   - steps: The steps to which totals are rounded down.
    mutating func fill(_ lane: Int, with traits: CodedTraits, steps: TraitSteps) {
        let (word, bit) = (lane / 64, UInt64(1) << UInt64(lane % 64))
        for hour in traits.hourNumbers { hourRows[hour * Self.rowWords + word] |= bit }
        for interest in traits.interests { interestRows[interest.number, default: .few([])].insert(lane) }
        let (total, hours) = (traits.interestTotal, traits.hourCount)
        interestSteps[lane] = UInt8(steps.interests(total)) << 4
        hourSteps[lane] = UInt8(steps.hours(hours)) << 5
        social[lane] = traits.social.bits
        interestTotals[lane] = UInt16(total)
        hourCounts[lane] = UInt8(hours)
        (sliders[3 * lane], sliders[3 * lane + 1], sliders[3 * lane + 2]) = traits.sliders.values
        homes[lane] = traits.home ?? .unknown
        end = max(end, lane + 1)
    }

    /// Removes all traits of a person. Accesses one word for each hour of the week and each interest of the chunk.
    mutating func clear(_ lane: Int) {
        let (word, bit) = (lane / 64, UInt64(1) << UInt64(lane % 64))
        for hour in 0..<CodedTraits.hoursInWeek { hourRows[hour * Self.rowWords + word] &= ~bit }
        for number in interests(of: lane) where interestRows[number]?.remove(lane) == false {
            interestRows[number] = nil
        }
        interestSteps[lane] = 0
        hourSteps[lane] = 0
        social[lane] = SocialCode.vacant.bits
        (interestTotals[lane], hourCounts[lane]) = (0, 0)
        for value in 3 * lane..<3 * lane + 3 { sliders[value] = .nan }
        homes[lane] = .unknown
    }

    /// Replaces the weights of the interests in all lanes.
    mutating func weigh(_ weights: InterestWeights, steps: TraitSteps) {
        var totals = [Int](repeating: 0, count: Self.capacity)
        for (number, row) in interestRows {
            let weight = weights[number]
            row.forEachLane { totals[$0] += weight }
        }
        for lane in 0..<end {
            interestTotals[lane] = UInt16(totals[lane])
            interestSteps[lane] = UInt8(steps.interests(totals[lane])) << 4
        }
    }

    func traits(of lane: Int, weights: InterestWeights) -> CodedTraits {
        let (word, shift) = (lane / 64, UInt64(lane % 64))
        var hours: (UInt64, UInt64, UInt64) = (0, 0, 0)
        for hour in 0..<CodedTraits.hoursInWeek {
            let bit = (hourRows[hour * Self.rowWords + word] >> shift & 1) << UInt64(hour % 64)
            switch hour / 64 {
            case 0: hours.0 |= bit
            case 1: hours.1 |= bit
            default: hours.2 |= bit
            }
        }
        return CodedTraits(
            sliders: Sliders((sliders[3 * lane], sliders[3 * lane + 1], sliders[3 * lane + 2])),
            interests: interests(of: lane).sorted().map { ($0, weights[$0]) }, hours: hours,
            social: SocialCode(bits: social[lane]), home: home(of: lane))
    }

    func home(of lane: Int) -> HomeSquare? {
        homes[lane] == .unknown ? nil : homes[lane]
    }

    private func interests(of lane: Int) -> [Int] {
        interestRows.filter { $0.value.contains(lane) }.map(\.key)
    }

    var byteCount: Int {
        hourRows.capacity * 8 + interestRows.values.reduce(0) { $0 + $1.byteCount + 32 }
            + interestRows.capacity * MemoryLayout<(Int, InterestRow)>.stride + interestSteps.capacity
            + hourSteps.capacity + social.capacity * 2 + interestTotals.capacity * 2 + hourCounts.capacity
            + sliders.capacity * 4 + homes.capacity * MemoryLayout<HomeSquare>.stride
    }
}

/// The steps to which a person's totals are rounded down, so that a total and a count fit into one byte.
struct TraitSteps: Sendable {
    /// The weight of a step of the interests.
    let interestStep: Int

    static let interestSteps = 16
    static let hourSteps = 8

    /// The lower bound of each step in hours. The first step is for people without free hours.
    private static let leastHours = [0, 1, 4, 6, 8, 11, 15, 20]

    func interests(_ total: Int) -> Int { min(total / interestStep, Self.interestSteps - 1) }

    /// Returns the lower bound of a step.
    func leastInterests(_ step: Int) -> Int { step * interestStep }

    func hours(_ count: Int) -> Int { Self.leastHours.lastIndex { $0 <= count } ?? 0 }

    func leastHours(_ step: Int) -> Int { Self.leastHours[step] }
}

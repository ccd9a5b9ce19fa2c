public import OrbitModels

/// The traits of a person that an index stores.
public struct RankTraits: Hashable, Sendable {
    /// The positions on the personality scales.
    public var personality: Personality
    /// The numbers of the interests, assigned by the caller. They may be large. Repetitions count once, and only the
    /// first 64 count.
    public var interests: [Int]
    /// The free hours, in the same time zone for all people.
    public var hours: HourSet
    /// The preferences for meeting.
    public var preferences: SocialPreferences
    /// The square of the home, in one grid for all people.
    public var home: HomeSquare?

    /// Creates the traits. The default values are unanswered.
    public init(
        personality: Personality = .unanswered, interests: [Int] = [], hours: HourSet = HourSet(),
        preferences: SocialPreferences = SocialPreferences(), home: HomeSquare? = nil
    ) {
        self.personality = personality
        self.interests = interests
        self.hours = hours
        self.preferences = preferences
        self.home = home
    }
}

/// The traits as the numbers that an index stores and compares.
struct CodedTraits {
    var sliders: Sliders
    /// The distinct interests with their weights.
    var interests: [(number: Int, weight: Int)]
    var hours: (UInt64, UInt64, UInt64)
    var social: SocialCode
    var home: HomeSquare?

    static let maxInterests = 64
    static let hoursInWeek = 168

    init(_ traits: RankTraits, weights: InterestWeights) {
        sliders = Sliders(traits.personality)
        interests = []
        for number in traits.interests where interests.count < Self.maxInterests {
            guard !interests.contains(where: { $0.number == number }) else { continue }
            interests.append((number, weights[number]))
        }
        hours = traits.hours.words
        social = SocialCode(traits.preferences)
        home = traits.home
    }

    init(
        sliders: Sliders, interests: [(number: Int, weight: Int)], hours: (UInt64, UInt64, UInt64), social: SocialCode,
        home: HomeSquare?
    ) {
        self.sliders = sliders
        self.interests = interests
        self.hours = hours
        self.social = social
        self.home = home
    }

    var interestTotal: Int { interests.reduce(0) { $0 + $1.weight } }

    var hourCount: Int { hours.0.nonzeroBitCount + hours.1.nonzeroBitCount + hours.2.nonzeroBitCount }

    /// The numbers of the free hours, in order.
    var hourNumbers: [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(hourCount)
        for (index, word) in [hours.0, hours.1, hours.2].enumerated() {
            var rest = word
            while rest != 0 {
                numbers.append(index * 64 + rest.trailingZeroBitCount)
                rest &= rest - 1
            }
        }
        return numbers
    }
}

/// The weight of each interest by its number, as computed by ``InterestRarity``. Without rarities all weights are
/// equal.
struct InterestWeights: Sendable {
    /// The weights by number.
    private var weights: [Int]
    /// The weight of all other interests.
    private let other: Int

    /// The range of a weight, so that 64 weights fit in 16 bits.
    private static let range = 1...1_000

    init(_ weights: [Int], other: Int) {
        self.weights = weights.map { min(max($0, Self.range.lowerBound), Self.range.upperBound) }
        self.other = min(max(other, Self.range.lowerBound), Self.range.upperBound)
    }

    subscript(number: Int) -> Int { weights.indices.contains(number) ? weights[number] : other }

    /// The width of a step of ``PeopleChunk/interestSteps``, which is the mean weight of an interest.
    var step: Int { weights.isEmpty ? other : weights.reduce(0, +) / weights.count }
}

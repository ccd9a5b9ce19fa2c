public import OrbitModels

/// What two people have in common, as a reason to answer a poke.
public struct SharedContext: Codable, Hashable, Sendable {
    /// In the order of the one who looks.
    public var interests: [Interest]
    public var sports: [Sport]
    /// The field that both study.
    public var major: String?

    public init(interests: [Interest] = [], sports: [Sport] = [], major: String? = nil) {
        self.interests = interests
        self.sports = sports
        self.major = major
    }

    public init(of mine: Profile, and theirs: Profile) {
        let (interests, sports) = (Set(theirs.interests), Set(theirs.sports.map(\.sport)))
        let isSameMajor = mine.major.map { $0.lowercased() } == theirs.major.map { $0.lowercased() }
        self.init(
            interests: mine.interests.filter(interests.contains),
            sports: mine.sports.map(\.sport).filter(sports.contains), major: isSameMajor ? mine.major : nil)
    }
}

public import OrbitModels

/// What two people have in common, as a reason to reply to a poke.
public struct SharedContext: Codable, Hashable, Sendable {
    /// In the order of the viewer's profile.
    public var interests: [Interest]
    /// In the order of the viewer's profile.
    public var sports: [Sport]
    /// The field that both study.
    public var major: String?

    /// Creates the value; without arguments, nothing in common.
    public init(interests: [Interest] = [], sports: [Sport] = [], major: String? = nil) {
        self.interests = interests
        self.sports = sports
        self.major = major
    }

    /// What the two profiles have in common.
    public init(of mine: Profile, and theirs: Profile) {
        let (interests, sports) = (Set(theirs.interests), Set(theirs.sports.map(\.sport)))
        let isSameMajor = mine.major.map { $0.lowercased() } == theirs.major.map { $0.lowercased() }
        self.init(
            interests: mine.interests.filter(interests.contains),
            sports: mine.sports.map(\.sport).filter(sports.contains), major: isSameMajor ? mine.major : nil)
    }
}

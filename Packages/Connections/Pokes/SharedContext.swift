public import OrbitModels

/// The interests, sports and major that two people share, as a reason to reply to a poke.
public struct SharedContext: Codable, Hashable, Sendable {
    /// The shared interests, in the order of the viewer's profile.
    public var interests: [Interest]
    /// The shared sports, in the order of the viewer's profile.
    public var sports: [Sport]
    /// The field that both people study.
    public var major: String?

    /// Creates the value. Without arguments, the two people share nothing.
    public init(interests: [Interest] = [], sports: [Sport] = [], major: String? = nil) {
        self.interests = interests
        self.sports = sports
        self.major = major
    }

    /// Creates the value from two profiles.
    ///
    /// - Parameters:
    ///   - mine: The profile of the viewer, which determines the order.
    ///   - theirs: The profile of the other person.
    public init(of mine: Profile, and theirs: Profile) {
        let (interests, sports) = (Set(theirs.interests), Set(theirs.sports.map(\.sport)))
        let isSameMajor = mine.major.map { $0.lowercased() } == theirs.major.map { $0.lowercased() }
        self.init(
            interests: mine.interests.filter(interests.contains),
            sports: mine.sports.map(\.sport).filter(sports.contains), major: isSameMajor ? mine.major : nil)
    }
}

/// What the score needs to know of two people. *Mine* is the one who asks.
struct PairFacts {
    var sliders: SliderDistance
    /// The weight of the interests that both have, of all of mine and of all of theirs.
    var sharedInterests: Int
    var myInterests: Int
    var theirInterests: Int
    /// Hours of the week.
    var sharedHours: Int
    var myHours: Int
    var theirHours: Int
    var mySocial: SocialCode
    var theirSocial: SocialCode
    /// `nil` if one of the places is unknown.
    var kilometres: Double?
}

/// How well one term suits each side, both 0 to 1.
struct TermValue: Hashable, Sendable {
    let mine: Double
    let theirs: Double
    /// How much of the term both have answered, above 0 to 1.
    let answered: Double

    init(mine: Double, theirs: Double, answered: Double = 1) {
        (self.mine, self.theirs, self.answered) = (mine, theirs, answered)
    }

    /// A term that both sides see alike.
    init(_ value: Double, answered: Double = 1) {
        self.init(mine: value, theirs: value, answered: answered)
    }

    var mean: Double { (mine + theirs) / 2 }
}

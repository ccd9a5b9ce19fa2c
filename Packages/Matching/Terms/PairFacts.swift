/// The input of the score for a pair. *Mine* is the viewer's side.
struct PairFacts {
    var sliders: SliderDistance
    /// The total weight of shared interests, of all of mine and of all of theirs.
    var sharedInterests: Int
    var myInterests: Int
    var theirInterests: Int
    /// Numbers of hours of the week.
    var sharedHours: Int
    var myHours: Int
    var theirHours: Int
    var mySocial: SocialCode
    var theirSocial: SocialCode
    /// `nil` if either home is unknown.
    var homeStep: HomeStep?

    var freeTime: FreeTimeLevel? { AvailabilityTerm.level(shared: sharedHours, mine: myHours, theirs: theirHours) }
}

/// The value of a term for each side, 0 to 1.
struct TermValue: Hashable, Sendable {
    let mine: Double
    let theirs: Double
    /// The share of the term that both have answered, above 0 to 1.
    let answered: Double

    init(mine: Double, theirs: Double, answered: Double = 1) {
        (self.mine, self.theirs, self.answered) = (mine, theirs, answered)
    }

    /// A symmetric term.
    init(_ value: Double, answered: Double = 1) {
        self.init(mine: value, theirs: value, answered: answered)
    }

    var mean: Double { (mine + theirs) / 2 }
}

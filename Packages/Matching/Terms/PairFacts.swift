import OrbitModels

/// The input of the score for a pair. *Mine* is the viewer's side.
struct PairFacts {
    var sliders: SliderDistance
    /// The total weight of the shared interests.
    var sharedInterests: Int
    /// The total weight of all of my interests.
    var myInterests: Int
    /// The total weight of all of the other person's interests.
    var theirInterests: Int
    /// The number of shared free hours of the week.
    var sharedHours: Int
    /// The number of all of my free hours.
    var myHours: Int
    /// The number of all of the other person's free hours.
    var theirHours: Int
    var mySocial: SocialCode
    var theirSocial: SocialCode
    /// The level of the distance; `nil` if either home is unknown.
    var distanceLevel: DistanceLevel?

    var freeTime: FreeTimeLevel? { AvailabilityTerm.level(shared: sharedHours, mine: myHours, theirs: theirHours) }
}

/// Two profiles, with their common interests and other facts on their campus.
struct ProfilePair {
    let mine: Profile
    let theirs: Profile
    let campus: ComparisonContext
    let sharedInterests: [Interest]
    let facts: PairFacts

    init(_ mine: Profile, _ theirs: Profile, on campus: ComparisonContext) {
        let (myInterests, theirInterests) = (
            ComparisonContext.interests(of: mine), ComparisonContext.interests(of: theirs)
        )
        let (myHours, theirHours) = (campus.hours(of: mine), campus.hours(of: theirs))
        let shared = Set(theirInterests)
        func weight(_ interests: [Interest]) -> Int { interests.reduce(0) { $0 + campus.rarity.weight(of: $1) } }
        self.mine = mine
        self.theirs = theirs
        self.campus = campus
        sharedInterests = myInterests.filter(shared.contains)
        facts = PairFacts(
            sliders: SliderDistance(Sliders(mine.personality), Sliders(theirs.personality)),
            sharedInterests: weight(sharedInterests), myInterests: weight(myInterests),
            theirInterests: weight(theirInterests), sharedHours: myHours.intersection(theirHours).count,
            myHours: myHours.count, theirHours: theirHours.count, mySocial: SocialCode(mine.socialPreferences),
            theirSocial: SocialCode(theirs.socialPreferences),
            distanceLevel: campus.distanceLevel(from: mine, to: theirs))
    }
}

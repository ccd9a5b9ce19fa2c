/// Forms groups from the pairs, and adds the people without a partner.
struct GroupForming {
    private let values: PairValues
    private let graph: CandidateGraph
    private let budget: ProbeBudget
    private var mates: [Int]
    private(set) var groups: [[Int]] = []
    private(set) var leftOver: [Int]

    /// The number of a person's best candidates that are tried as partners in a group of three.
    private static let considered = 40

    /// A group of three. The third person joins a pair, or joins one member of each of two pairs, whose partners then
    /// form a pair.
    private struct Offer {
        let third: Int
        let one: Int
        let other: Int
        /// The lowest value in the group and in the remaining pair.
        let worst: Double
        let gain: Double

        func isBetter(than other: Offer) -> Bool { (worst, gain) > (other.worst, other.gain) }
    }

    init(_ matching: PairMatching, values: PairValues, budget: ProbeBudget) {
        self.budget = budget
        self.values = values
        graph = matching.graph
        mates = matching.mates
        leftOver = Self.alone(mates)
        pairLeftOver()
        if leftOver.count == 1, let alone = leftOver.first { chooseThird(insteadOf: alone, matching.rankLimit) }
        leftOver = Self.alone(mates)
        takeInAll()
        for (person, mate) in mates.enumerated() where person < mate { groups.append([person, mate]) }
    }

    private static func alone(_ mates: [Int]) -> [Int] {
        mates.indices.filter { mates[$0] == MatchingSearch.unmatched }
    }

    /// Pairs the people without a partner, who may not have been compared with each other.
    private mutating func pairLeftOver() {
        let most = budget.share(of: leftOver.count)
        for (place, person) in leftOver.enumerated() where mates[person] == MatchingSearch.unmatched {
            var best: (value: Double, other: Int)?
            for other in leftOver[(place + 1)...].prefix(most) where mates[other] == MatchingSearch.unmatched {
                guard let value = values(person, other) else { continue }
                let isBetter = best.map { (value, $0.other) > ($0.value, other) } ?? true
                if isBetter { best = (value, other) }
            }
            if let best { match(person, best.other) }
        }
        leftOver = Self.alone(mates)
    }

    /// Forms the group of three if the number of people is odd. The third person need not be the person without a
    /// partner. The method tries other people too, and the best offer wins.
    private mutating func chooseThird(insteadOf alone: Int, _ rankLimit: Int) {
        var best: (offer: Offer, mates: [Int])?
        let step = max(1, mates.count / 48)
        for person in [alone] + stride(from: alone % step, to: mates.count, by: step) {
            var search = MatchingSearch(graph, mates: mates)
            guard search.spare(person, for: alone, rankLimit: rankLimit) else { continue }
            guard let offer = bestOffer(to: person, search.mates) else { continue }
            let isBetter = best.map { offer.isBetter(than: $0.offer) } ?? true
            if isBetter { best = (offer, search.mates) }
        }
        guard let best else { return }
        mates = best.mates
        take(best.offer)
    }

    /// Adds people without a partner to groups. It repeats until no more people can be added, because each group of
    /// three changes the pairs. If there are many such people, each is tried while comparisons are left.
    private mutating func takeInAll() {
        let most = budget.share(of: leftOver.count)
        var left = 2 * budget.total
        var isChanged = true
        while isChanged {
            isChanged = false
            for person in leftOver where left > 0 {
                let links = min(graph.links(of: person).count, Self.considered)
                left -= links * links + most
                guard let offer = bestOffer(to: person, mates) ?? anyOffer(to: person, most: most) else { continue }
                take(offer)
                isChanged = true
            }
            leftOver = Self.alone(mates)
        }
    }

    private mutating func take(_ offer: Offer) {
        let (left, right) = (mates[offer.one], mates[offer.other])
        if left != offer.other { match(left, right) }
        groups.append([offer.third, offer.one, offer.other])
        for person in [offer.third, offer.one, offer.other] { mates[person] = person }
    }

    private mutating func match(_ one: Int, _ other: Int) {
        mates[one] = other
        mates[other] = one
    }

    private func bestOffer(to third: Int, _ mates: [Int]) -> Offer? {
        let links = graph.links(of: third).prefix(Self.considered).filter { isInPair($0.person, mates) }
        var best: Offer?
        for (place, link) in links.enumerated() {
            let (one, mate, toOne) = (link.person, mates[link.person], graph.edges[link.rank].value)
            if let toMate = values(third, mate), let offer = offer(third, one, toOne, mate, toMate, mates) {
                best = best.map { offer.isBetter(than: $0) ? offer : $0 } ?? offer
            }
            for other in links[(place + 1)...] where other.person != mate {
                let toOther = graph.edges[other.rank].value
                guard let offer = offer(third, one, toOne, other.person, toOther, mates) else { continue }
                best = best.map { offer.isBetter(than: $0) ? offer : $0 } ?? offer
            }
        }
        return best
    }

    private func offer(
        _ third: Int, _ one: Int, _ toOne: Double, _ other: Int, _ toOther: Double, _ mates: [Int]
    ) -> Offer? {
        guard let between = values(one, other) else { return nil }
        var worst = min(toOne, toOther, between)
        guard mates[one] != other else {
            return Offer(third: third, one: one, other: other, worst: worst, gain: toOne + toOther)
        }
        guard let left = values(mates[one], mates[other]) else { return nil }
        worst = min(worst, left)
        let before = (values(one, mates[one]) ?? 0) + (values(other, mates[other]) ?? 0)
        let gain = toOne + toOther + between + left - before
        return Offer(third: third, one: one, other: other, worst: worst, gain: gain)
    }

    /// Returns the best offer of all pairs of the campus, or of the first `most` pairs after a start that differs for
    /// each person.
    private func anyOffer(to third: Int, most: Int) -> Offer? {
        var (best, probes): (Offer?, Int) = (nil, 0)
        for step in mates.indices {
            guard probes < most else { break }
            let one = (third + step) % mates.count
            let other = mates[one]
            guard one < other, isInPair(one, mates) else { continue }
            probes += 1
            guard let toOne = values(third, one), let toOther = values(third, other), let between = values(one, other)
            else { continue }
            let offer = Offer(
                third: third, one: one, other: other, worst: min(toOne, toOther, between), gain: toOne + toOther)
            best = best.map { offer.isBetter(than: $0) ? offer : $0 } ?? offer
        }
        return best
    }

    /// Whether the person is in a pair. A person in a group of three is their own mate.
    private func isInPair(_ person: Int, _ mates: [Int]) -> Bool {
        mates[person] != MatchingSearch.unmatched && mates[person] != person
    }
}

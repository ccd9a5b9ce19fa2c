/// Weighs the votes of one person's raters.
struct EvidenceWeighing {
    let rules: RatingParameters
    /// By person: the index in ``raters``; -1 for people who are not raters.
    private var places: [Int32]
    private var keys: [Key] = []
    private var raters: [Rater] = []
    /// The person and the raters. The set takes a 32nd of the memory of ``places``. A lookup in the set is therefore
    /// fast, and comes first.
    private var marked: BitSet
    /// Raters who have rated the same meetup.
    private var together = BitMatrix(0)
    /// Raters who know each other.
    private var known = BitMatrix(0)
    /// People who have confirmed a rater and are not raters, grouped by rater.
    private var confirmers: [Int32] = []
    /// By person: the number of raters that the person has confirmed.
    private var confirmed: [Int32]
    /// Pairs of a meetup and the index of a rater who rated it.
    private var byMeetup: [UInt64] = []
    private var weeks: [Int64]
    private var tagPeople: [Int32]

    private struct Key {
        var major: UInt64
        var row: Int32
    }

    private struct Rater {
        var person: Int32
        var first: Int32
        var end: Int32
        var newest: DayNumber
        var weight: Int64 = 0
        var standing = RaterWeight()
        /// The end of this rater's part of ``confirmers``.
        var confirmersEnd = 0
    }

    /// The decay 2^(-month/12) in 65,536ths, rounded down, by month.
    private let decays: [Int64] = (0..<RatingParameters.countedMonths).map { month in
        // The value is 2^(-1/12) in 2^-32. Integer multiplication gives the same result on every machine.
        var value: UInt64 = 1 << 32
        for _ in 0..<month % RatingParameters.halfLifeMonths { value = (value * 4_053_909_305) >> 32 }
        return Int64(value >> (16 + UInt64(month / RatingParameters.halfLifeMonths)))
    }

    private func decay(from day: DayNumber, to last: DayNumber) -> Int64 {
        let months = (Int(last) - Int(day)) / RatingParameters.monthDays
        return months < decays.count ? decays[max(0, months)] : 0
    }

    /// Creates a computation for people with numbers below `people`.
    init(people: Int, rules: RatingParameters) {
        self.rules = rules
        places = Array(repeating: -1, count: people)
        marked = BitSet(people: people)
        confirmed = Array(repeating: 0, count: people)
        weeks = Array(repeating: 0, count: RatingParameters.countedMonths * RatingParameters.monthDays / 7 + 2)
        tagPeople = Array(repeating: 0, count: 32)
    }

    /// Returns the evidence of the published rows.
    ///
    /// - Parameters:
    ///   - person: The person rated.
    ///   - rows: The ratings in ascending order.
    ///   - part: The published part of the rows: the first `part.count`.
    ///   - met: By person, the contacts of the rater.
    ///   - previousWeights: By person, the weights of the rater that were published before.
    mutating func evidence(
        about person: Int32, rows: [VoteRow], _ part: PublishedPart, met: borrowing [[Contact]],
        previousWeights: borrowing [PublishedWeight]
    ) -> RatingEvidence {
        guard part.count > 0 else { return .none }
        var evidence = RatingEvidence(day: part.lastDay)
        gatherRaters(rows, part)
        countMeetings(of: person, rows, part, met: met)
        shareConfirmers()
        // The number of an erased rater's confirmations is at most the number that was published before. The
        // confirmers of that rater still count in equal parts for that rater and for later raters.
        for place in raters.indices where previousWeights[Int(raters[place].person)].isErased {
            let before = previousWeights[Int(raters[place].person)].weight.confirmations
            raters[place].standing.confirmations = min(raters[place].standing.confirmations, before)
        }
        countKnown()
        for place in raters.indices {
            let before = previousWeights[Int(raters[place].person)].weight.known
            raters[place].standing.known = max(raters[place].standing.known, before)
        }
        weigh(part)
        for rater in raters where rater.weight > 0 {
            evidence.people += 1
            if rater.end == rater.first + 1 {
                let row = rows[Int(keys[Int(rater.first)].row)]
                evidence.stars[Int(row.stars) - 1] += rater.weight
                continue
            }
            var shares = SIMD8<Int64>.zero
            for key in keys[Int(rater.first)..<Int(rater.end)] {
                let row = rows[Int(key.row)]
                shares[Int(row.stars) - 1] += decay(from: row.day, to: part.lastDay)
            }
            let all = max(1, shares.wrappedSum())
            for star in 0..<5 where shares[star] != 0 { evidence.stars[star] += rater.weight * shares[star] / all }
        }
        evidence.tags = topTags(rows, part)
        return evidence
    }

    /// Sorts the rows by rater and meetup, and keeps the first row of each pair.
    private mutating func gatherRaters(_ rows: [VoteRow], _ part: PublishedPart) {
        for place in max(0, part.count - RatingParameters.maxRatings)..<part.count {
            let row = rows[place]
            keys.append(
                Key(
                    major: UInt64(UInt32(bitPattern: row.rater)) << 32 | UInt64(UInt32(bitPattern: row.meetup)),
                    row: Int32(truncatingIfNeeded: place)))
        }
        keys.sort { $0.major != $1.major ? $0.major < $1.major : $0.row < $1.row }
        var kept = 0
        for place in keys.indices where place == 0 || keys[place].major != keys[kept - 1].major {
            keys[kept] = keys[place]
            kept += 1
        }
        keys.removeLast(keys.count - kept)
        for place in keys.indices {
            let row = rows[Int(keys[place].row)]
            if let last = raters.last, last.person == row.rater {
                raters[raters.count - 1].end += 1
                raters[raters.count - 1].newest = max(last.newest, row.day)
            } else {
                places[Int(row.rater)] = Int32(truncatingIfNeeded: raters.count)
                let first = Int32(truncatingIfNeeded: place)
                raters.append(Rater(person: row.rater, first: first, end: first + 1, newest: row.day))
            }
        }
    }

    /// Finds the raters that each rater knows, and the confirmers of each rater who are not raters.
    private mutating func countMeetings(
        of person: Int32, _ rows: [VoteRow], _ part: PublishedPart, met: borrowing [[Contact]]
    ) {
        joinMeetups(rows)
        marked.insert(person)
        for rater in raters { marked.insert(rater.person) }
        // The contact lists are spread over memory. A loop of its own lets the processor fetch many of them at the same
        // time.
        var most = 0
        for rater in raters { most += met[Int(rater.person)].count }
        confirmers.reserveCapacity(most)
        for place in raters.indices {
            for contact in met[Int(raters[place].person)] {
                guard marked.contains(contact.person) else {
                    if contact.confirmed <= part.lastDay { confirmers.append(contact.person) }
                    continue
                }
                guard contact.day <= part.lastDay, contact.person != person else { continue }
                let other = Int(places[Int(contact.person)])
                if other != place, know(place, other, since: contact.day) { known.insert(place, other) }
            }
            raters[place].confirmersEnd = confirmers.count
        }
    }

    /// Counts each confirmer as one confirmation in total, in equal parts for all raters that the confirmer has
    /// confirmed. So accounts that confirm each other have a limited total weight, however many of them are raters.
    private mutating func shareConfirmers() {
        for confirmer in confirmers { confirmed[Int(confirmer)] += 1 }
        var start = 0
        for place in raters.indices {
            var sum: Int64 = 0
            for confirmer in confirmers[start..<raters[place].confirmersEnd] {
                sum += 65_536 / Int64(confirmed[Int(confirmer)])
            }
            raters[place].standing.confirmations = sum
            start = raters[place].confirmersEnd
        }
    }

    /// Computes the number of raters that each rater knows. A rater with few confirmations counts in part. Otherwise
    /// accounts that check in beside honest raters would lower the weight of the honest raters.
    private mutating func countKnown() {
        let whole = Int64(rules.halfVoteConfirmations)
        for place in raters.indices {
            raters[place].standing.known = known.sum(of: place) { other in
                whole == 0 ? 65_536 : min(65_536, raters[other].standing.confirmations / whole)
            }
        }
    }

    /// Whether two raters who first met on `day` know each other. Raters of the same meetup do so only if each of them
    /// gave a rating more than ``RatingParameters/strangerDays`` days later.
    private func know(_ one: Int, _ other: Int, since day: DayNumber) -> Bool {
        guard rules.strangerDays > 0, together.contains(one, other) else { return true }
        return Int(day) + rules.strangerDays < Int(min(raters[one].newest, raters[other].newest))
    }

    /// Marks raters of the same meetup as together, and raters of the same two meetups as acquainted.
    private mutating func joinMeetups(_ rows: [VoteRow]) {
        together = BitMatrix(raters.count)
        known = BitMatrix(raters.count)
        for place in raters.indices {
            for key in keys[Int(raters[place].first)..<Int(raters[place].end)] {
                byMeetup.append(key.major << 32 | UInt64(place))
            }
        }
        byMeetup.sort()
        var start = 0
        while start < byMeetup.count {
            var end = start + 1
            while end < byMeetup.count, byMeetup[end] >> 32 == byMeetup[start] >> 32 { end += 1 }
            for one in start..<end {
                for other in start..<end where one != other {
                    meetAgain(Int(byMeetup[one] & 0xFFFF_FFFF), Int(byMeetup[other] & 0xFFFF_FFFF))
                }
            }
            start = end
        }
    }

    private mutating func meetAgain(_ one: Int, _ other: Int) {
        if together.contains(one, other) { known.insert(one, other) } else { together.insert(one, other) }
    }

    /// The values that decide the weight of each rater.
    var weights: [(person: Int32, weight: RaterWeight)] { raters.map { ($0.person, $0.standing) } }

    private mutating func weigh(_ part: PublishedPart) {
        let circle = Int64(rules.circleVotes)
        let half = Int64(rules.halfVoteConfirmations)
        for place in raters.indices {
            let rater = raters[place]
            let standing = rater.standing
            let independent = (circle << 32) / max(circle << 16, standing.known + 65_536)
            let known = half == 0 ? 65_536 : (standing.confirmations << 16) / (standing.confirmations + half << 16)
            let fading = decay(from: rater.newest, to: part.lastDay)
            raters[place].weight = (((independent * known) >> 16) * fading) >> 16
        }
        guard rules.weekVotes > 0 else { return }
        let most = Int64(rules.weekVotes) << 16
        for rater in raters where rater.weight > 0 { weeks[week(of: rater, part)] += rater.weight }
        for place in raters.indices where raters[place].weight > 0 {
            let sum = weeks[week(of: raters[place], part)]
            if sum > most { raters[place].weight = raters[place].weight * most / sum }
        }
    }

    private func week(of rater: Rater, _ part: PublishedPart) -> Int {
        min(max(0, (Int(part.lastDay) - Int(rater.newest)) / 7), weeks.count - 1)
    }

    /// Returns the most frequent tags by number of raters, at most three, packed as in ``RatingEvidence/tags``. A tag
    /// needs enough raters and meetups.
    private mutating func topTags(_ rows: [VoteRow], _ part: PublishedPart) -> UInt32 {
        var all: UInt32 = 0
        for key in keys { all |= rows[Int(key.row)].tags }
        guard all != 0 else { return 0 }
        for rater in raters where rater.weight > 0 {
            var given: UInt32 = 0
            for key in keys[Int(rater.first)..<Int(rater.end)] { given |= rows[Int(key.row)].tags }
            while given != 0 {
                tagPeople[given.trailingZeroBitCount] += 1
                given &= given - 1
            }
        }
        var packed: UInt32 = 0
        for place in 0..<3 {
            var best = -1
            for tag in 0..<32
            where tagPeople[tag] >= RatingParameters.tagPeople && isOfSeveralMeetups(tag, rows)
                && (best < 0 || tagPeople[tag] > tagPeople[best])
            { best = tag }
            guard best >= 0 else { break }
            packed |= UInt32(best + 1) << UInt32(8 * place)
            tagPeople[best] = 0
        }
        return packed
    }

    private func isOfSeveralMeetups(_ tag: Int, _ rows: [VoteRow]) -> Bool {
        var first: UInt64?
        for key in keys where rows[Int(key.row)].tags >> UInt32(tag) & 1 == 1 {
            let meetup = key.major & 0xFFFF_FFFF
            if let first, first != meetup { return true }
            first = meetup
        }
        return false
    }
}

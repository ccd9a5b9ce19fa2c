import OrbitModels
import Testing
import TimeAndChance

@testable import Trust

/// An attack by 20 accounts on the ratings of one person.
struct CollusionAttack: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the attacked person is a good person; `false` for a poor person.
    let isOnGood: Bool
    /// The most that the mean may move, in stars, on average over all seeds.
    let bound: Double
    /// Whether the accounts have met only each other and the person.
    var isSham = false
    /// Whether the attack may move the mean no more than it moves a plain mean.
    var isNoWorseThanPlain = false
    let attack: @Sendable (inout RatedCampus) -> Void

    var testDescription: String { name }

    static let good = [0.01, 0.03, 0.08, 0.28, 0.60]
    static let poor = [0.20, 0.30, 0.30, 0.15, 0.05]
    static let attackers = (0..<20).map { UserID("attacker \($0)") }

    static let all: [CollusionAttack] = [
        CollusionAttack(
            name: "20 who all know each other rate a poor person up, at one meetup", isOnGood: false,
            bound: 0.05, isSham: true
        ) { campus in
            campus.meet(attackers, day: 290) { _, _ in 5 }
        },
        CollusionAttack(name: "the same at ten meetups in ten months", isOnGood: false, bound: 0.05, isSham: true) {
            campus in
            for month in 0..<10 { campus.meet(attackers, day: Double(month * 30)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 throw-away accounts rate a poor person up, each alone with the person", isOnGood: false,
            bound: 0.05, isSham: true
        ) { campus in
            for (place, one) in attackers.enumerated() { campus.meet([one], day: Double(place * 14)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 accounts with 5 real acquaintances each do the same, each alone with the person", isOnGood: false,
            bound: 0.65
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 5) }
            for (place, one) in attackers.enumerated() { campus.meet([one], day: Double(place * 14)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 accounts that meet each other at fake meetups, then each alone with the person", isOnGood: false,
            bound: 0.05, isSham: true
        ) { campus in
            campus.meetApart(attackers)
            for (place, one) in attackers.enumerated() { campus.meet([one], day: Double(place * 14)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "5 accounts that meet each other at fake meetups, then each alone with the person", isOnGood: false,
            bound: 0.05, isSham: true
        ) { campus in
            campus.meetApart(Array(attackers.prefix(5)))
            for place in 0..<5 { campus.meet([attackers[place]], day: Double(place * 50)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 accounts that meet each other at fake meetups, but only 10 rate", isOnGood: false, bound: 0.2
        ) { campus in
            campus.meetApart(attackers)
            for place in 0..<10 { campus.meet([attackers[place]], day: Double(place * 25)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 accounts that meet each other at fake meetups, but only 5 rate", isOnGood: false, bound: 0.2
        ) { campus in
            campus.meetApart(attackers)
            for place in 0..<5 { campus.meet([attackers[place]], day: Double(place * 50)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "5 who rate, each with 3 of their own to meet at fake meetups", isOnGood: false, bound: 0.2
        ) { campus in
            for place in 0..<5 {
                campus.meetApart(Array(attackers[place * 4..<place * 4 + 4]))
                campus.meet([attackers[place * 4]], day: Double(place * 50)) { _, _ in 5 }
            }
        },
        CollusionAttack(
            name: "20 friends with lives of their own rate a poor person up, at ten meetups", isOnGood: false,
            bound: 0.25
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 10) }
            for month in 0..<10 { campus.meet(attackers, day: Double(month * 30)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "the ten friends of a poor person, who rated honestly, rate it up at ten more meetups",
            isOnGood: false, bound: 0.2
        ) { campus in
            let friends = (0..<10).map { UserID("friend \($0)") }
            for month in 0..<10 { campus.meet(friends, day: Double(month * 30)) { _, _ in 5 } }
        },
        CollusionAttack(
            name: "20 guests of one large meetup rate a good person down", isOnGood: true, bound: 0.25
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 10) }
            campus.meet(attackers, day: 290) { _, _ in 1 }
        },
        CollusionAttack(
            name: "the same, and then each comes alone once more", isOnGood: true, bound: 0.2
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 10) }
            campus.meet(attackers, day: 10) { _, _ in 1 }
            for (place, one) in attackers.enumerated() {
                campus.meet([one], day: 30 + Double(place * 13)) { _, _ in 1 }
            }
        },
        CollusionAttack(
            name: "20 real members rate a good person down, one at each meetup", isOnGood: true, bound: 0.6,
            isNoWorseThanPlain: true
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 10) }
            campus.comeSingly(attackers) { Double($0 * 14) }
        },
        CollusionAttack(
            name: "the same within one week: a burst", isOnGood: true, bound: 0.25, isNoWorseThanPlain: true
        ) { campus in
            for one in attackers { campus.acquaint(one, people: 10) }
            campus.comeSingly(attackers) { 286 + Double($0 % 7) }
        },
        CollusionAttack(
            name: "20 throw-away accounts rate a good person down, one at each meetup", isOnGood: true, bound: 0.15,
            isNoWorseThanPlain: true
        ) { campus in
            campus.comeSingly(attackers) { Double($0 * 14) }
        },
        CollusionAttack(
            name: "5 real members who guess that they were rated down take revenge", isOnGood: true, bound: 0.18,
            isNoWorseThanPlain: true
        ) { campus in
            for one in attackers.prefix(5) { campus.acquaint(one, people: 10) }
            campus.comeSingly(Array(attackers.prefix(5))) { Double($0 * 50) }
        },
    ]
}

extension RatedCampus {
    /// Lets people meet without the person.
    mutating func meetApart(_ people: [UserID]) {
        for one in people { for other in people where other != one { note(one, met: other) } }
    }

    /// Lets each of `people` attend a meetup with a stranger, and rate the person with a single star.
    mutating func comeSingly(_ people: [UserID], day: (Int) -> Double) {
        for (place, one) in people.enumerated() {
            meet([one, UserID("stranger \(place)")], day: day(place)) { rater, _ in rater == one ? 1 : nil }
        }
    }
}

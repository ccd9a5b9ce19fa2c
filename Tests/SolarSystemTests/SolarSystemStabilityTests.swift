import OrbitModels
import Testing
import TimeAndChance

@testable import SolarSystem

@Suite struct SolarSystemStabilityTests {
    @Test(arguments: canvases)
    func `removing a planet moves no other planet`(canvas: SolarSystem.Canvas) {
        let system = SolarSystem(ranked: candidates(40), on: canvas)
        for person in system.people {
            var without = system
            let removed = without.remove(person.id)
            #expect(removed)
            #expect(without.places == system.places.filter { $0.key != person.id })
            #expect(without.people == system.people.filter { $0.id != person.id })
        }
    }

    @Test(arguments: canvases)
    func `adding a planet at any rank moves no other planet`(canvas: SolarSystem.Canvas) {
        let system = SolarSystem(ranked: candidates(40), on: canvas)
        let newcomer = SolarSystem.Candidate(id: "new", name: "Nia")
        for rank in 0...40 {
            var with = system
            let inserted = with.insert(newcomer, at: rank)
            #expect(inserted)
            #expect(with.people.map(\.id).firstIndex(of: "new") == rank)
            #expect(with.places.filter { $0.key != "new" } == system.places)
            expectSound(with)
        }
    }

    @Test(arguments: 0..<6)
    func `hundreds of random insertions and removals move no planet`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var system = SolarSystem(ranked: candidates(20, seed: UInt64(seed)), on: canvases[seed])
        var places = system.places
        for step in 0..<500 {
            // Periods of growth and of shrinking alternate.
            let grows = Int.random(in: 0..<100, using: &random) < (step / 50 % 2 == 0 ? 56 : 44)
            if grows {
                let newcomer = SolarSystem.Candidate(id: UserID("n\(step)"), name: "N")
                let rank = Int.random(in: 0...system.people.count, using: &random)
                let inserted = system.insert(newcomer, at: rank)
                #expect(inserted)
            } else if let gone = system.people.randomElement(using: &random) {
                system.remove(gone.id)
            }
            let now = Dictionary(uniqueKeysWithValues: system.seats.map { ($0.candidate.id, $0.point) })
            #expect(now.allSatisfy { places[$0.key] == nil || places[$0.key] == $0.value })
            places = now
            if step.isMultiple(of: 50) { expectSound(system, "step \(step)") }
        }
        expectSound(system)
    }

    @Test(arguments: ["first", "second", "middle", "last"])
    func `150 insertions at a single rank shrink planets but do not move them`(rank: String) {
        for canvas in [SolarSystem.Canvas.phone, .terminal()] {
            var system = SolarSystem(ranked: candidates(24), on: canvas)
            let before = system.places
            for index in 0..<150 {
                let count = system.people.count
                let rank = ["first": 0, "second": 1, "middle": count / 2, "last": count][rank, default: 0]
                let inserted = system.insert(SolarSystem.Candidate(id: UserID("n\(index)"), name: "N"), at: rank)
                #expect(inserted)
            }
            expectSound(system)
            #expect(system.places.filter { before.keys.contains($0.key) } == before)
            #expect(system.isCramped)
            let fresh = system.rearranged()
            #expect(!fresh.isCramped)
            #expect(fresh.people == system.people)
        }
    }

    @Test func `a vacated place can be taken by a new planet`() throws {
        let system = SolarSystem(ranked: candidates(24), on: .phone)
        for person in system.people {
            var other = system
            other.remove(person.id)
            let rank = try #require(system.people.firstIndex(of: person))
            let inserted = other.insert(SolarSystem.Candidate(id: "new", name: "N"), at: rank)
            #expect(inserted)
            #expect(other.planets.allSatisfy { $0.diameter == 70 })
        }
    }

    @Test func `a planet returns to the vacated orbit between two others`() {
        var system = SolarSystem(ranked: candidates(3), on: .desktop)
        system.remove(system.people[1].id)
        system.insert(SolarSystem.Candidate(id: "new", name: "N"), at: 1)
        #expect(system.planets.map(\.orbitNumber) == [1, 2, 3])
    }

    @Test func `a place between two ranks takes planets until the diameter would be less than 0.2 points`() {
        let canvas = SolarSystem.Canvas(width: 160, height: 160, planetDiameter: 4, centreDiameter: 4)
        let people = (1...3).map { SolarSystem.Candidate(id: UserID(String($0)), name: "A") }
        var system = SolarSystem(ranked: people, on: canvas)
        var count = 0
        while count < 400, system.insert(.init(id: UserID("n\(count)"), name: "N"), at: 1) { count += 1 }
        #expect(count == 102)
        #expect(system.diameters.allSatisfy { $0 >= 0.2 })
    }

    @Test func `repeated people and people beyond the limit are not added, and unknown people not removed`() {
        var system = SolarSystem(ranked: candidates(500))
        let before = system
        let beyondTheLimit = system.insert(SolarSystem.Candidate(id: "new", name: "N"), at: 0)
        let stranger = system.remove("stranger")
        #expect(!beyondTheLimit && !stranger && system == before)
        system.remove(before.people[9].id)
        let twice = system.insert(before.people[3], at: 0)
        let again = system.insert(before.people[9], at: 9)
        #expect(!twice && again)
    }

    @Test func `ranks out of range are clamped to the first and last`() {
        var system = SolarSystem(ranked: candidates(5))
        system.insert(SolarSystem.Candidate(id: "best", name: "B"), at: .min)
        system.insert(SolarSystem.Candidate(id: "worst", name: "W"), at: .max)
        #expect(system.people.first?.id == "best" && system.people.last?.id == "worst")
    }
}

import Foundation
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@Suite struct ProfileMergeTests {
    @Test func `a merge with changes on a single side equals that side, without conflicts`() throws {
        var random = RandomSource.seeded(1)
        for _ in 0..<300 {
            let (base, mine) = (try RandomProfile.next(&random), try RandomProfile.next(&random))
            let merge = ProfileMerge(base: base, mine: mine, theirs: base)
            #expect(merge.merged == mine)
            #expect(merge.conflicts.isEmpty)
            let other = ProfileMerge(base: base, mine: base, theirs: mine)
            #expect(other.merged == mine)
            #expect(other.conflicts.isEmpty)
            #expect(ProfileMerge(base: base, mine: mine, theirs: mine).merged == mine)
        }
    }

    @Test func `both sides see the same conflicts, each from their own side`() throws {
        var random = RandomSource.seeded(2)
        for _ in 0..<300 {
            let (base, mine, theirs) = try versions(&random)
            let (here, there) = (
                ProfileMerge(base: base, mine: mine, theirs: theirs),
                ProfileMerge(base: base, mine: theirs, theirs: mine)
            )
            #expect(here.conflicts.map(\.part) == there.conflicts.map(\.part))
            #expect(here.conflicts.map(\.mine) == there.conflicts.map(\.theirs))
            #expect(here.conflicts.map(\.theirs) == there.conflicts.map(\.mine))
        }
    }

    @Test func `after conflicts are settled alike, both sides have the same elements and answers`() throws {
        var random = RandomSource.seeded(3)
        for _ in 0..<300 {
            let (base, mine, theirs) = try versions(&random)
            var here = ProfileMerge(base: base, mine: mine, theirs: theirs)
            var there = ProfileMerge(base: base, mine: theirs, theirs: mine)
            for conflict in here.conflicts { here.settle(conflict, with: .mine) }
            for conflict in there.conflicts { there.settle(conflict, with: .theirs) }
            #expect(here.conflicts.isEmpty && there.conflicts.isEmpty)
            #expect(inAnyOrder(here.merged) == inAnyOrder(there.merged))
        }
    }

    @Test func `a merge keeps the additions of both sides and restores no removals`() throws {
        var random = RandomSource.seeded(4)
        for _ in 0..<300 {
            let (base, mine, theirs) = try versions(&random)
            let merged = ProfileMerge(base: base, mine: mine, theirs: theirs).merged
            for list in [\Profile.interests.idSet, \.photos.idSet, \.friendshipGoals.idSet] {
                let (old, a, b, new) = (
                    base[keyPath: list], mine[keyPath: list], theirs[keyPath: list], merged[keyPath: list]
                )
                #expect(new.isSuperset(of: a.subtracting(old)) && new.isSuperset(of: b.subtracting(old)))
                #expect(new.isDisjoint(with: old.subtracting(a).subtracting(b)))
                #expect(new.isSubset(of: a.union(b)))
                #expect(new.isSuperset(of: a.intersection(b)))
            }
        }
    }

    @Test func `equal changes on both sides are not a conflict`() throws {
        let base = try fullProfile()
        var mine = base
        (mine.bio, mine.major, mine.socials) = ("New", nil, Socials())
        #expect(ProfileMerge(base: base, mine: mine, theirs: mine).conflicts.isEmpty)
    }

    @Test func `every part can be in conflict, and settling takes over that part alone`() throws {
        let base = try fullProfile()
        var (mine, theirs) = (base, base)
        let parts: [(ProfilePart, (inout Profile, Bool) -> Void)] = [
            (.member(.name), { $0.name = $1 ? "M" : "Maya P" }),
            (.member(.birthMonth), { $0.birthMonth = $1 ? nil : BirthMonth("2004-01") }),
            (.member(.major), { $0.major = $1 ? "Art" : "Music" }),
            (.member(.location), { $0.location = $1 ? Location(city: "Ithaca") : Location(city: "Reno", state: "NV") }),
            (.member(.bio), { $0.bio = $1 ? "" : "Hello" }),
            (.introvertExtrovert, { $0.personality.introvertExtrovert = $1 ? nil : UnitInterval(0) }),
            (.spontaneousPlanner, { $0.personality.spontaneousPlanner = UnitInterval($1 ? 0 : 1) }),
            (.activeRelaxed, { $0.personality.activeRelaxed = UnitInterval($1 ? 0 : 0.1) }),
            (.groupSize, { $0.socialPreferences.groupSize = $1 ? .large : .medium }),
            (.meetingFrequency, { $0.socialPreferences.meetingFrequency = $1 ? .monthly : nil }),
            (.member(.availability), { $0.availability = $1 ? nil : WeeklyAvailability(timeZone: .gmt) }),
            (.sport(.climbing), { $0.sports[0].level = $1 ? .advanced : .intermediate }),
            (.handle("instagram"), { $0.socials.handles["instagram"] = $1 ? nil : "maya" }),
            (.handle("mastodon"), { $0.socials.handles["mastodon"] = $1 ? "@a" : "@b" }),
            (.audience("bio"), { $0.visibility?[.bio] = $1 ? .nobody : .campus }),
        ]
        for (_, change) in parts {
            change(&mine, true)
            change(&theirs, false)
        }
        var merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        #expect(Set(merge.conflicts.map(\.part)) == Set(parts.map(\.0)))
        #expect(merge.merged == mine)
        #expect(Set(merge.conflicts.map(\.id)).count == parts.count)
        for conflict in merge.conflicts {
            var one = ProfileMerge(base: base, mine: mine, theirs: theirs)
            one.settle(conflict, with: .theirs)
            #expect(ProfileChange.changes(from: mine, to: one.merged).map(\.part) == [conflict.part])
            merge.settle(conflict, with: .theirs)
        }
        #expect(merge.merged == theirs)
    }

    @Test func `photos keep the order of the side that changed it, and new photos keep their neighbours`() throws {
        let base = try fullProfile()  // a, b
        var (mine, theirs) = (base, base)
        mine.photos = ["b", "a"].map(photo)
        theirs.photos = ["x", "a", "b", "y"].map(photo)
        #expect(ProfileMerge(base: base, mine: mine, theirs: theirs).merged.photos.map(\.id) == ["x", "b", "y", "a"])
        #expect(ProfileMerge(base: base, mine: theirs, theirs: mine).merged.photos.map(\.id) == ["x", "b", "y", "a"])
    }

    @Test func `photos have the address that the server gave last`() throws {
        let base = try fullProfile()
        var (mine, theirs) = (base, base)
        mine.photos.append(photo("c"))
        theirs.photos = base.photos.map { Photo(id: $0.id, url: "\($0.url)?signature=2") }
        let merged = ProfileMerge(base: base, mine: mine, theirs: theirs).merged.photos
        #expect(merged.map(\.url) == theirs.photos.map(\.url) + [photo("c").url])
    }

    @Test func `hours are merged one by one`() throws {
        let base = try fullProfile()  // Mon, Wed 9–12 · Tue 17–19
        var (mine, theirs) = (base, base)
        mine.availability?.hours = try #require(HourSet("Mon, Wed 9–11 · Tue 17–20"))
        theirs.availability?.hours = try #require(HourSet("Mon 9–12 · Tue 17–19 · Sun 10–12"))
        let merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        #expect(merge.merged.availability?.hours.text() == "Mon 9–11 · Tue 17–20 · Sun 10–12")
        #expect(merge.conflicts.isEmpty)
    }

    @Test func `hours in two time zones are a conflict`() throws {
        let base = try fullProfile()
        var (mine, theirs) = (base, base)
        mine.availability?.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        theirs.availability?.hours = try #require(HourSet("Sun 10–12"))
        let merge = ProfileMerge(base: base, mine: mine, theirs: theirs)
        #expect(merge.conflicts.map(\.part) == [.member(.availability)])
        #expect(merge.merged.availability == mine.availability)
    }

    @Test func `an interest in two spellings remains a single interest`() throws {
        let base = completeProfile
        var (mine, theirs) = (base, base)
        mine.interests.append(Interest("movies_tv"))
        theirs.interests.append(Interest("Films"))
        #expect(ProfileMerge(base: base, mine: mine, theirs: theirs).merged.interests.count == 4)
    }

    private func versions(_ random: inout RandomSource) throws -> (Profile, Profile, Profile) {
        let base = try RandomProfile.next(&random)
        return (base, try RandomProfile.edit(base, &random), try RandomProfile.edit(base, &random))
    }

    /// The profile with sorted lists, because a merge keeps the order of its own side.
    private func inAnyOrder(_ profile: Profile) -> Profile {
        var profile = profile
        profile.interests.sort { $0.id < $1.id }
        profile.photos.sort { $0.id < $1.id }
        profile.friendshipGoals.sort { $0.rawValue < $1.rawValue }
        profile.sports.sort { $0.sport.rawValue < $1.sport.rawValue }
        profile.socialPreferences.preferredTimes.sort { $0.rawValue < $1.rawValue }
        return profile
    }
}

extension [Interest] {
    fileprivate var idSet: Set<String> { Set(map(\.id)) }
}

extension [Photo] {
    fileprivate var idSet: Set<String> { Set(map(\.id.rawValue)) }
}

extension [FriendshipGoal] {
    fileprivate var idSet: Set<String> { Set(map(\.rawValue)) }
}

import OrbitModels
import Testing

@testable import OrbitBackend

/// The changes to a campus since a cached page was created.
@Suite struct RecentChangesTests {
    private func changes() throws -> CampusSnapshot.RecentChanges {
        CampusSnapshot.RecentChanges(of: try #require(CalendarDay("2027-01-15")), at: 0)
    }

    @Test func `a version is unchanged for people without a later change`() throws {
        var changes = try changes()
        let first = changes.version
        changes.note("maya", 1)
        let second = changes.version
        changes.note("liam", 2)
        #expect(!changes.isUnchanged(since: first, for: ["maya"]))
        #expect(changes.isUnchanged(since: second, for: ["maya"]))
        #expect(!changes.isUnchanged(since: second, for: ["maya", "liam"]))
        #expect(changes.isUnchanged(since: changes.version, for: ["liam"]))
        let other = try self.changes()
        #expect(!other.isUnchanged(since: first, for: []))
    }

    @Test func `only the versions of the latest 256 changes can be compared`() throws {
        var changes = try changes()
        var versions = [changes.version]
        for change in 1...257 {
            changes.note("maya", Int64(change))
            changes.reach(Int64(change))
            versions.append(changes.version)
            #expect(changes.isUnchanged(since: versions[0], for: ["liam"]) == (change <= 256))
        }
        #expect(changes.isUnchanged(since: versions[1], for: ["liam"]))
        #expect(!changes.isUnchanged(since: versions[1], for: ["maya"]))
    }

    @Test func `an older reading does not set the last change back`() throws {
        var changes = try changes()
        changes.reach(10)
        changes.reach(5)
        #expect(changes.change == 10)
    }
}

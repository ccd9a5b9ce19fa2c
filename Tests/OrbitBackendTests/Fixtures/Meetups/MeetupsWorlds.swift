import Foundation
import Meetups
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The meetups that the requests of the access matrix need.
extension AuthorizationWorld {
    /// Makes a past meetup with five guests who have checked in.
    mutating func makeMeetupOver() async throws {
        let over = try await server.host(inHours: 0.25, by: person(.owner)).id
        for column in [AuthorizationColumn.attendee, .blocked, .blocker, .suspended, .erased] {
            try await server.joined(over, by: person(column))
            #expect(try await server.attend("check-in", over, by: person(column)).status == 200)
        }
        meetups["over"] = over
    }

    mutating func makeMeetups() async throws {
        let owner = try person(.owner)
        let usual = try await server.series(2, by: owner)
        let guests: [AuthorizationColumn] = [.attendee, .blocked, .blocker, .left, .removed, .suspended, .erased]
        let tomorrow = try await server.host(inHours: 20, by: owner) { $0.asksToReconfirm = true }.id
        let soon = try await server.host(inHours: 0.25, by: owner).id
        for meetup in [usual[0].id, tomorrow, soon] {
            for column in guests { try await server.joined(meetup, by: person(column)) }
            _ = try await server.attend("leave", meetup, by: person(.left))
            _ = try await remove(.removed, from: meetup)
        }
        // One place becomes free, and is reserved for the waiting person.
        let full = try await server.host(by: owner) { $0.capacity = 2 }.id
        try await server.joined(full, by: person(.removed))
        try await server.joined(full, by: person(.attendee))
        _ = try await remove(.removed, from: full)
        let asked = try await server.host(by: owner) { $0.approval = .host }.id
        _ = try await server.join(asked, by: person(.recipient))
        let closed = try await server.host(by: owner) { $0.visibility = .invited }.id
        let invitees: [AuthorizationColumn] = [.recipient, .blocked, .blocker]
        let invited = try await server.invite(invitees.map { try person($0).id }, to: closed, by: owner)
            .payload(InvitedPeople.self).invited.elements
        for (column, sent) in zip(invitees, invited) {
            lost[column, default: [:]]["invitation_id"] = sent.invitation.id.rawValue
        }
        identifiers["invitation_id"] = invited.first?.invitation.id.rawValue
        identifiers["request_id"] = try await server.requests(owner).first?.request.id.rawValue
        identifiers["meetup_id"] = usual[0].id.rawValue
        identifiers["series_id"] = usual[0].meetup.series?.id.rawValue
        meetups.merge(["takeOffer": full, "reconfirmAttendance": tomorrow, "checkIn": soon]) { $1 }
        identifiers["invitee_id"] = try person(.stranger).id.rawValue
        let post = try await server.post(
            "/meetups/\(usual[0].id)/posts", PostRequest(text: "See you"), token: owner.token)
        identifiers["post_id"] = try post.payload(FeedItem.self).post.id.rawValue
    }

    private func remove(_ column: AuthorizationColumn, from meetup: MeetupID) async throws -> HTTPResponse {
        try await server.send(
            .post, "/meetups/\(meetup)/attendees/\(person(column).id)/remove", token: person(.owner).token)
    }
}

/// The meetups of the two people of the matrix of blocks.
extension BlockWorld {
    /// Makes a past meetup that the other person has attended. Its title contains no name, because the meetup outlives
    /// the host's account. All attendees then see the meetup without a host.
    mutating func makeMeetupOver(by number: Int) async throws {
        let over = try await server.host("Over", inHours: 0.25, by: pair[number]).id
        try await server.joined(over, by: pair[1 - number])
        #expect(try await server.attend("check-in", over, by: pair[1 - number]).status == 200)
        own[number]["meetup_id", default: []].append(over.rawValue)
    }

    func consent(by number: Int) async throws {
        #expect(try await server.agree(pair[number], toMe: true, toHosts: true).status == 200)
    }

    /// Makes meetups of one person. The other person attends the first, waits for the second, has asked to join the
    /// third, and is invited to the fourth. The fifth suits the other person's interests.
    mutating func makeMeetups(of number: Int) async throws {
        let (me, other, name) = (pair[number], pair[1 - number], Self.names[number])
        func host(inHours hours: Double = 48, _ change: (inout MeetupEntry) -> Void) async throws -> MeetupListing {
            try await server.host("By \(name)", inHours: hours + Double(number) * 6, by: me) {
                $0.description = "Come to \(name)'s"
                $0.interestTags = [Interest("music"), Interest("travel"), Interest("gaming")]
                change(&$0)
            }
        }
        let series = try await host { $0.repeats = "FREQ=WEEKLY;COUNT=2" }
        let full = try await host(inHours: 51) { $0.capacity = 2 }
        let asked = try await host(inHours: 75) { $0.approval = .host }
        let closed = try await host(inHours: 99) { $0.visibility = .invited }
        let suiting = try await host(inHours: 123) { _ in }
        try await server.joined(series.id, by: other)
        try await server.joined(full.id, by: third[0])
        try await server.joined(full.id, by: other)
        _ = try await server.join(asked.id, by: other, message: "\(Self.names[1 - number]) would like to come")
        let invited = try await server.invite([other.id], to: closed.id, by: me).payload(InvitedPeople.self)
        own[number]["meetup_id", default: []] += [series, full, asked, closed, suiting].map(\.id.rawValue)
        own[number]["series_id"] = [try #require(series.meetup.series?.id.rawValue)]
        between["invitation_id", default: []] += invited.invited.elements.map(\.invitation.id.rawValue)
        between["request_id", default: []] += try await server.requests(me).map(\.request.id.rawValue)
        let post = try await write("\(name) says hello", at: "/meetups/\(series.id)/posts", by: me)
        own[number]["post_id", default: []].append(post)
        let comment = try await write(
            "\(Self.names[1 - number]) replies", at: "/meetups/posts/\(post)/comments", by: other)
        own[1 - number]["post_id", default: []].append(comment)
    }

    /// Makes a meetup of the third person that both people attend, with posts and comments of all three.
    mutating func makeCommonMeetup() async throws {
        let meetup = try await server.host("Common", inHours: 200, by: third[0]).id
        for person in pair { try await server.joined(meetup, by: person) }
        thirdPersonThings["meetup_id"] = [meetup.rawValue]
        let post = try await write("All welcome", at: "/meetups/\(meetup)/posts", by: third[0])
        thirdPersonThings["post_id"] = [post]
        for (number, person) in pair.enumerated() {
            let name = Self.names[number]
            own[number]["post_id", default: []].append(
                try await write("\(name) is coming", at: "/meetups/\(meetup)/posts", by: person))
            own[number]["post_id", default: []].append(
                try await write("\(name) thanks", at: "/meetups/posts/\(post)/comments", by: person))
            _ = try await server.send(.put, "/meetups/posts/\(post)/like", token: person.token)
        }
        for number in 0..<2 {
            let post = try #require(own[number]["post_id"]?.dropLast().last)
            let path = "/meetups/posts/\(post)"
            own[1 - number]["post_id", default: []].append(
                try await write("\(Self.names[1 - number]), too", at: "\(path)/comments", by: pair[1 - number]))
            _ = try await server.send(.put, "\(path)/like", token: pair[1 - number].token)
        }
    }

    private func write(_ text: String, at path: String, by person: Member) async throws -> String {
        try await server.post(path, PostRequest(text: text), token: person.token).payload(FeedItem.self)
            .post.id.rawValue
    }
}

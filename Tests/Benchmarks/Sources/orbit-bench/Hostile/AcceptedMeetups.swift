import Foundation
import Meetups
import Networking
import OrbitModels

extension AcceptedRequests {
    func meetups() throws -> [HostileRequest] {
        let host = world.others[1]
        let all = "series of \(MeetupLimits.occurrences)"
        return [
            try accept(.post, "/meetups", "largest texts") { try json(largestEntry($0)) },
            try accept(.post, "/meetups", all, tries: 1) { try json(largestSeries($0)) },
            try accept(.patch, "/meetups/{meetup_id}", "largest texts") { try json(largestEntry($0)) },
            try accept(
                .patch, "/meetups/{meetup_id}", all, query: "?scope=following", about: world.series, by: host
            ) { try json(largestEntry($0)) },
            try accept(.post, "/meetups/{meetup_id}/cancel", all, about: world.series, by: host) { _ in
                try json(CancelMeetupRequest(reason: .weather, scope: .following))
            },
            try accept(.post, "/meetups/{meetup_id}/posts", "largest text") { _ in try json(largestPost) },
            // A person may write five times in a minute.
            try accept(.post, "/meetups/posts/{post_id}/comments", "largest text", by: world.others[0]) { _ in
                try json(largestPost)
            },
            try accept(.put, "/meetups/suggested/consent", "other choice") {
                try json(Keyed(SuggestionConsent(toMe: $0 % 2 == 0, toHosts: true)))
            },
        ]
    }

    func guests() throws -> [HostileRequest] {
        [
            try accept(.post, "/meetups/{meetup_id}/join", "largest text") { _ in
                try json(
                    JoinMeetupRequest(
                        message: HostileTexts.allowed(MeetupLimits.message),
                        companions: MeetupLimits.companions.upperBound))
            },
            try accept(.post, "/meetups/{meetup_id}/invitations", "100 people") { _ in
                try json(InvitePeopleRequest(userIDs: world.people))
            },
            try accept(.post, "/meetups/invitations/{invitation_id}/reply", "yes") { _ in
                try json(InvitationReplyRequest(reply: .yes))
            },
            try accept(.post, "/meetups/requests/{request_id}/decline", "reason") { _ in
                try json(DeclineRequestRequest(reason: .full))
            },
        ]
    }

    private var largestPost: PostRequest { PostRequest(text: HostileTexts.allowed(MeetupLimits.post)) }

    /// Returns a series with the maximum number of meetups.
    func largestSeries(_ number: Int) -> MeetupEntry {
        var series = largestEntry(number)
        series.repeats = "FREQ=DAILY;COUNT=\(MeetupLimits.occurrences)"
        return series
    }

    /// Returns a plan that differs from that of another try by its title.
    func largestEntry(_ number: Int) -> MeetupEntry {
        var entry = world.entry
        entry.title = HostileTexts.allowed(98) + "\(number)"
        entry.description = HostileTexts.allowed(MeetupLimits.description)
        entry.interestTags = (0..<MeetupLimits.tags).map { Interest(HostileTexts.allowed(30) + "\($0)") }
        entry.place.name = HostileTexts.allowed(MeetupLimits.placeText)
        entry.place.address = HostileTexts.allowed(MeetupLimits.placeText)
        entry.place.room = HostileTexts.allowed(MeetupLimits.placeText)
        return entry
    }
}

import Connections
import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation

/// The pages and forms of guests: requests, invitations, attendees and the feed.
enum MeetupGuestPages {
    static let pages: [SitePage] = [
        .user(
            "/meetups/requests",
            load: { _, user in
                if user.meetupRequests.requests.items.needsLoad { await user.meetupRequests.requests.load() }
                return nil
            }, screen: RequestsScreen.screen),
        .user(
            "/meetups/invitations",
            load: { _, user in
                if user.invitations.invitations.items.needsLoad { await user.invitations.invitations.load() }
                return nil
            }, screen: InvitationsScreen.screen),
        .user(
            "/meetups/{id}/guests",
            load: { visit, user in
                let meetup = MeetupPages.meetup(visit, user)
                if meetup.listing.value == nil { await meetup.load() }
                guard let listing = meetup.listing.value else { return nil }
                await guests(of: listing, visit, user).attendees.load()
                guard meetup.canHost else { return nil }
                if user.matches.matches.items.needsLoad { await user.matches.matches.load() }
                await invitations(to: listing.id, visit, user).invitations.load()
                await suggested(for: listing.id, visit, user).load()
                return nil
            }, screen: GuestsScreen.screen),
        .user(
            "/meetups/{id}/feed",
            load: { visit, user in
                if let feed = MeetupGuestPages.feed(visit, user), feed.posts.items.needsLoad {
                    await feed.posts.load()
                }
                return nil
            }, screen: FeedScreen.posts),
        .user(
            "/meetups/{id}/feed/{post}",
            load: { visit, user in
                if let feed = MeetupGuestPages.feed(visit, user), feed.posts.items.needsLoad {
                    await feed.posts.load()
                }
                if let model = comments(visit, user), model.comments.items.needsLoad { await model.comments.load() }
                return nil
            }, screen: FeedScreen.comments),
    ]

    static let actions: [FormAction] = requests + guestActions + feedActions

    private static let requests: [FormAction] = [
        .user("/meetups/requests/more") { _, user in
            await user.meetupRequests.requests.loadMore()
            return "/meetups/requests"
        },
        .user("/meetups/invitations/more") { _, user in
            await user.invitations.invitations.loadMore()
            return "/meetups/invitations"
        },
        .user("/meetups/requests/{id}/{action}") { visit, user in
            let model = user.meetupRequests
            guard let request = model.requests.known.first(where: { $0.id.rawValue == visit.parameter("id") }) else {
                visit.note(visit.word(.requestOver), at: "/meetups/requests")
                return "/meetups/requests"
            }
            if visit.parameter("action") == "approve" {
                await model.approve(request)
            } else {
                let reason = visit.form["reason"]
                await model.decline(request, because: reason.isEmpty ? nil : DeclineReason(rawValue: reason))
            }
            return "/meetups/requests"
        },
        .user("/meetups/invitations/{id}") { visit, user in
            let model = user.invitations
            let invitation = model.invitations.known.first { $0.id.rawValue == visit.parameter("id") }
            let reply = InvitationReply(rawValue: visit.form["reply"])
            guard let invitation, reply.isKnown, reply != .pending else {
                visit.note(visit.word(.invitationOver), at: "/meetups/invitations")
                return "/meetups/invitations"
            }
            await model.reply(
                to: invitation, reply, companions: visit.form.integer("companions") ?? 0,
                despiteBlocks: visit.form.has("despite"))
            return "/meetups/invitations"
        },
    ]

    private static let guestActions: [FormAction] = [
        .user("/meetups/{id}/guests/{action}") { visit, user in
            let path = PagePath.to("meetups", visit.parameter("id"), "guests")
            let meetup = MeetupPages.meetup(visit, user)
            if meetup.listing.value == nil { await meetup.load() }
            guard let listing = meetup.listing.value else { return path }
            let guests = MeetupGuestPages.guests(of: listing, visit, user)
            let invitations = MeetupGuestPages.invitations(to: listing.id, visit, user)
            switch visit.parameter("action") {
            case "more": await guests.attendees.loadMore()
            case "more-invited": await invitations.invitations.loadMore()
            case "remove":
                let guest = guests.attendees.known.first { $0.id.rawValue == visit.form["person"] }
                if let guest { await guests.remove(guest) }
            case "withdraw":
                let sent = invitations.invitations.known.first { $0.id.rawValue == visit.form["invitation"] }
                if let sent { await invitations.withdraw(sent) }
            case "invite":
                let role = InvitationRole(rawValue: visit.form["role"])
                await invitations.invite(
                    visit.form.values("people").map { UserID($0) }, companions: visit.form.integer("companions") ?? 0,
                    role: role.isKnown ? role : .attendee)
            default: break
            }
            return path
        }
    ]

    private static let feedActions: [FormAction] = [
        .user("/meetups/{id}/feed") { visit, user in
            let outcome = await MeetupGuestPages.feed(visit, user)?.post(visit.form["text"])
            visit.keepFields(after: outcome ?? .skipped)
            return PagePath.to("meetups", visit.parameter("id"), "feed")
        },
        .user("/meetups/{id}/feed/{post}") { visit, user in
            // The forms of the feed itself have the name of their action in place of a post.
            switch visit.parameter("post") {
            case "more", "like", "delete": return await change(visit, user, visit.parameter("post"))
            default: break
            }
            let outcome = await MeetupGuestPages.comments(visit, user)?.comment(visit.form["text"])
            visit.keepFields(after: outcome ?? .skipped)
            return PagePath.to("meetups", visit.parameter("id"), "feed", visit.parameter("post"))
        },
        .user("/meetups/{id}/feed/{post}/{action}") { visit, user in
            let path = PagePath.to("meetups", visit.parameter("id"), "feed", visit.parameter("post"))
            guard let model = comments(visit, user) else { return path }
            let item = model.comments.known.first { $0.id.rawValue == visit.form["post"] }
            switch (visit.parameter("action"), item) {
            case ("more", _): await model.comments.loadMore()
            case ("like", let item?): await model.setLike(visit.form["likes"] == "1", of: item)
            case ("delete", let item?): await model.delete(item)
            default: break
            }
            return path
        },
    ]

    @MainActor private static func change(_ visit: PageVisit, _ user: SignedInUser, _ action: String) async -> String {
        let path = PagePath.to("meetups", visit.parameter("id"), "feed")
        guard let model = feed(visit, user) else { return path }
        let item = model.posts.known.first { $0.id.rawValue == visit.form["post"] }
        switch (action, item) {
        case ("more", _): await model.posts.loadMore()
        case ("like", let item?): await model.setLike(visit.form["likes"] == "1", of: item)
        case ("delete", let item?): await model.delete(item)
        default: break
        }
        return path
    }

    @MainActor static func guests(of listing: MeetupListing, _ visit: PageVisit, _ user: SignedInUser)
        -> AttendeesViewModel
    {
        let key = "\(listing.id.rawValue) \(listing.meetup.attendance == .host)"
        return visit.session.models.model(key) { user.attendees(of: listing) }
    }

    @MainActor static func invitations(
        to meetup: MeetupID, _ visit: PageVisit, _ user: SignedInUser
    ) -> SentInvitationsViewModel {
        visit.session.models.model(meetup.rawValue) { user.sentInvitations(to: meetup) }
    }

    @MainActor static func suggested(
        for meetup: MeetupID, _ visit: PageVisit, _ user: SignedInUser
    ) -> SuggestedPeopleViewModel {
        visit.session.models.model(meetup.rawValue) { user.suggestedPeople(for: meetup) }
    }

    /// The feed of the meetup in the path; `nil` until the user's own profile was loaded.
    @MainActor static func feed(_ visit: PageVisit, _ user: SignedInUser) -> MeetupFeedViewModel? {
        let id = MeetupID(visit.parameter("id"))
        guard let feed = user.feed(of: id) else { return nil }
        return visit.session.models.model(id.rawValue) { feed }
    }

    /// The comments on the post in the path; `nil` while the post is not loaded.
    @MainActor static func comments(_ visit: PageVisit, _ user: SignedInUser) -> CommentsViewModel? {
        let id = visit.parameter("post")
        let post = feed(visit, user)?.posts.known.first { $0.id.rawValue == id }
        guard let post, let model = user.comments(on: post.post) else {
            return visit.session.models.existing(CommentsViewModel.self, id)
        }
        return visit.session.models.model(id) { model }
    }
}

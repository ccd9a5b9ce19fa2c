import Foundation
import Meetups
import OrbitApp
import OrbitModels
import PageParts
import Presentation
import Profiles

/// The feed of a meetup, and the comments on one post.
@MainActor enum FeedScreen {
    static func posts(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let feed = MeetupGuestPages.feed(visit, user) else { return WaitingScreen.screen(visit) }
        let path = PagePath.to("meetups", visit.parameter("id"), "feed")
        let list = visit.list(feed.posts, more: path + "/more") { item in
            row(item, path, isBusy: feed.inFlight.contains(item.id), user, visit)
        }
        return PageScreen(
            visit.word(.feed), tab: .meetups,
            [
                PageScreen.Region("write", write(path, isBusy: feed.isPosting, feed.failure, .writePost, visit)),
                PageScreen.Region("posts", list),
            ])
    }

    static func comments(_ visit: PageVisit, _ user: SignedInUser) -> PageScreen {
        guard let model = MeetupGuestPages.comments(visit, user), let feed = MeetupGuestPages.feed(visit, user) else {
            return WaitingScreen.screen(visit)
        }
        let path = PagePath.to("meetups", visit.parameter("id"), "feed", visit.parameter("post"))
        let post = feed.posts.known.first { $0.id.rawValue == visit.parameter("post") }
        let list = visit.list(model.comments, more: path + "/more") { item in
            row(item, path, isBusy: model.inFlight.contains(item.id), user, visit)
        }
        return PageScreen(
            visit.word(.comments), tab: .meetups,
            [
                PageScreen.Region("post", "<p dir=\"auto\" class=\"card\">\(post?.post.text ?? "")</p>"),
                PageScreen.Region("comments", list),
                PageScreen.Region("write", write(path, isBusy: model.isPosting, model.failure, .writeComment, visit)),
            ])
    }

    private static func write(
        _ path: String, isBusy: Bool, _ failure: Failure?, _ label: PageWord, _ visit: PageVisit
    ) -> Markup {
        visit.form(
            path,
            """
            \(visit.textArea(visit.word(label), "text", visit.keptFields(of: path)["text"], maxLength: 2_000))\
            \(visit.failure(failure))
            <button class="primary"\("disabled", if: isBusy)>\(visit.word(.post))</button>
            """)
    }

    private static func row(
        _ item: FeedItem, _ path: String, isBusy: Bool, _ user: SignedInUser, _ visit: PageVisit
    ) -> Markup {
        let id = item.id.rawValue
        let post = item.post
        let author = item.author.map { visit.link(to: $0) } ?? "<span>\(visit.word(.someone))</span>"
        let isMine = post.authorID == user.profile.saved.value?.userID
        if post.deletedAt != nil { return "<li class=\"card meta\" id=\("post-\(id)")>\(visit.word(.deleted))</li>" }
        let like = visit.button(
            visit.word(post.isLiked ? .unlike : .like, ["count": .integer(post.likeCount)]), path + "/like",
            [("post", id), ("likes", post.isLiked ? "0" : "1")], isDisabled: isBusy)
        var comments = Markup.empty
        if post.parentID == nil {
            let target = PagePath.to("meetups", post.meetupID.rawValue, "feed", id)
            let title = visit.word(.commentCount, ["count": .integer(post.commentCount)])
            comments = "<a class=\"button\" href=\(target)>\(title)</a>"
        }
        let more =
            isMine
            ? visit.button(visit.word(.delete), path + "/delete", [("post", id)], isDisabled: isBusy)
            : "<a class=\"button\" href=\(PagePath.to("report", "post", id))>\(visit.word(.report))</a>" as Markup
        return """
            <li class="card" id=\("post-\(id)")><h2>\(author)</h2>
            <p class="meta">\(visit.dates.dayAndTime(post.createdAt))</p><p dir="auto">\(post.text)</p>
            <div class="actions">\(like)\(comments)\(more)</div></li>
            """
    }
}

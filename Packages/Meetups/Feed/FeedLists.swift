public import OrbitModels
public import Presentation

extension ListDefinition<FeedItem> {
    /// The posts of a meetup.
    public static func posts(in meetup: MeetupID) -> Self {
        feed {
            $0.meetupID == meetup && $0.parentID == nil
        } isGone: { event throws(LogEventError) in
            guard event.kind == .meetupGone else { return false }
            return try event.data(Keyed<MeetupID>.self).value == meetup
        }
    }

    /// The comments on a post.
    public static func comments(on post: PostID, in meetup: MeetupID) -> Self {
        feed {
            $0.parentID == post
        } isGone: { event throws(LogEventError) in
            switch event.kind {
            case .meetupGone: return try event.data(Keyed<MeetupID>.self).value == meetup
            case .meetupPostChanged:
                let changed = try event.data(Keyed<MeetupPost>.self).value
                return changed.id == post && changed.deletedAt != nil
            default: return false
            }
        }
    }

    /// Creates a list of posts or comments.
    ///
    /// - Parameters:
    ///   - belongs: Returns whether a post or comment belongs to the list.
    ///   - isGone: Whether an event removes all elements of the list.
    private static func feed(
        of belongs: @escaping @Sendable (MeetupPost) -> Bool,
        isGone: @escaping @Sendable (LogEvent) throws(LogEventError) -> Bool
    ) -> Self {
        Self(
            .meetupPosts, order: .latestFirst(\.post.createdAt), people: { [$0.post.authorID] }
        ) { event, items throws(LogEventError) in
            if try isGone(event) { items.removeAll { _ in true } }
            switch event.kind {
            case .meetupPosted:
                let item = try event.data(FeedItem.self)
                if belongs(item.post), item.post.deletedAt == nil { items.upsert(item) }
            case .meetupPostChanged:
                let post = try event.data(Keyed<MeetupPost>.self).value
                if post.deletedAt == nil { items.update(post.id) { $0.post = post } } else { items.remove(post.id) }
            case .meetupPostLiked:
                let like = try event.data(ExpectedLike.self)
                items.update(like.postID) { $0.post.setLiked(like.isLiked) }
            case .personChanged:
                let changed = try event.data(ChangedPerson.self).person
                items.updateAll(where: { $0.author?.id == changed.id }) { $0.author = changed }
            case .meetupGone: break
            case .personHidden: return .outdated  // the counts exclude the likes and comments of hidden people
            default: return .unknown
            }
            return .applied
        }
    }
}

extension EventKind {
    /// The user has just liked a post, or removed a like. The server never sends this event, because it counts the
    /// likes.
    static let meetupPostLiked = Self(rawValue: "meetup.post_liked")
}

/// The data of `EventKind.meetupPostLiked`.
struct ExpectedLike: Codable, Hashable, Sendable {
    let postID: PostID
    let isLiked: Bool
}

extension MeetupPost {
    /// Sets `isLiked` and adjusts the count. Has no effect if the value is already set.
    fileprivate mutating func setLiked(_ isLiked: Bool) {
        guard isLiked != self.isLiked else { return }
        self.isLiked = isLiked
        likeCount = isLiked ? likeCount &+ 1 : max(0, likeCount &- 1)
    }
}

extension LogEvent {
    static func posted(_ item: FeedItem) -> LogEvent {
        LogEvent(.meetupPosted, subject: item.post.authorID, data: item)
    }

    static func changed(_ post: MeetupPost) -> LogEvent {
        LogEvent(.meetupPostChanged, subject: post.authorID, data: Keyed(post))
    }

    static func liked(_ post: MeetupPost, _ isLiked: Bool) -> LogEvent {
        LogEvent(
            .meetupPostLiked, subject: post.authorID, data: ExpectedLike(postID: post.id, isLiked: isLiked))
    }
}

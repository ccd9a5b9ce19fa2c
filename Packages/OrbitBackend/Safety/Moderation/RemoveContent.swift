import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Profiles

/// The removal of reported content, with the same effect as a removal by its author. It notifies the people who see the
/// content.
///
/// The events use no budget, so an author or host who has filled a person's log cannot prevent the removal there.
struct RemoveContent {
    let context: BackendContext
    let transaction: LogTransaction

    /// Removes content. Has no effect if the content was removed before.
    func remove(_ about: ReportSubject) throws {
        switch about.kind {
        case .post: try about.postID.map(removePost)
        case .photo:
            if let owner = about.userID, let photo = about.photoID { try removePhoto(photo, of: owner) }
        case .meetup:
            guard let id = about.meetupID, let meetup = try MeetupRecord.of(id, in: transaction),
                !meetup.isClosed(at: transaction.now)
            else { return }
            try context.cancel(meetup, .other, by: nil, in: transaction)
        default: return
        }
    }

    private func removePost(_ id: PostID) throws {
        guard var post = try transaction.get(PostRecord.self, id.rawValue), !post.isDeleted else { return }
        post.delete(at: transaction.now)
        try transaction.put(post)
        try MeetupFanOutJob(.postChanged(id), of: post.meetupID, at: transaction.now).save(in: transaction)
        guard let parentID = post.parentID, var parent = try transaction.get(PostRecord.self, parentID.rawValue)
        else { return }
        try parent.addComments(-1, by: post.authorID, in: transaction)
        try MeetupFanOutJob(.postChanged(parentID), of: post.meetupID, at: transaction.now).save(in: transaction)
    }

    private func removePhoto(_ photo: PhotoID, of owner: UserID) throws {
        try PhotoAlbum(owner: owner, basePath: context.basePath).remove([photo], in: transaction)
        guard var account = try transaction.get(AccountRecord.self, owner.rawValue), var profile = account.profile,
            profile.photos.contains(where: { $0.id == photo })
        else { return }
        profile.photos.removeAll { $0.id == photo }
        account.profile = profile
        account.version += 1
        try account.save(in: transaction)
        try transaction.append(
            .profileChanged, to: owner, touches: [.profile],
            data: SavedProfile(data: account.ownView, version: account.entityTag))
        try transaction.put(ProfileFanOutJob(userID: owner, savedAt: transaction.now, isByModerator: true))
    }
}

import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Profiles

/// `GET /users/{user_id}/photos/{photo_id}`: the image, for its owner and for people who may see it in the profile. All
/// other people get the same response as for a photo that does not exist.
struct ReadPhoto: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.signedInReading(ProfileRoutes.photo, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let owner = call.parameter("user_id", as: UserID.self)
        let id = call.parameter("photo_id", as: PhotoID.self)
        guard try isVisible(id, of: owner, to: caller, in: reader),
            let record = try reader.get(PhotoRecord.self, PhotoRecord.key(of: id, owner: owner)),
            record.owner == owner, record.id == id
        else { throw HTTPProblem.notFound }
        let entityTag = EntityTag(rawValue: "\"\(id)\"")
        if EntityTags(call.headers.values(of: .ifNoneMatch)).matchWeakly(entityTag) {
            return .notModified(entityTag, cache: .anHour)
        }
        guard let content = try reader.blob(PhotoRecord.self, record.key) else { throw HTTPProblem.notFound }
        let headers = [
            ("content-type", record.mediaType), ("cache-control", CacheRule.anHour.rawValue),
            ("etag", entityTag.rawValue), ("x-content-type-options", "nosniff"),
        ]
        return OperationResult(
            response: HTTPResponse(status: 200, headers: HTTPHeaders(lenient: headers), body: content))
    }

    private func isVisible(
        _ photo: PhotoID, of owner: UserID, to caller: Caller, in reader: any StoreReader
    ) throws -> Bool {
        if owner == caller.userID { return true }
        let visibility = Visibility(of: caller.account, in: reader)
        guard let account = try visibility.account(owner), let profile = account.profile else {
            return false
        }
        return try profile.isShown(.photos, to: visibility.viewer(of: account))
            && profile.photos.contains { $0.id == photo }
    }
}

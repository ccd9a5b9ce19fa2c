import BackendRuntime
import Networking
import OrbitModels
import OrbitStore
import __Feature__

/// `GET /__path_names__`: the caller's own list, the latest first.
struct List__Names__: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(__Name__Routes.list) { reader, call, caller in
                let query = IndexQuery(__Name__Record.byOwner, group: caller.userID.rawValue)
                let page = try PageReader(call, list: "__wire_names__ \(caller.userID)").page(
                    of: __Name__Record.self, from: [query], in: reader
                ) { $0.element }
                return .success(page, cache: .revalidated)
            }
        ]
    }
}
